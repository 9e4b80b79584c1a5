import { builtInBook } from '#content/built-in-book.ts';
import { publicBookOf } from '#shared/public-book.ts';
import { setCurrentBook } from './current-book.ts';
import { createMemoryHistory } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { readAdminSearch } from './admin-search.ts';
import { createAppRouter } from './router.tsx';

setCurrentBook(publicBookOf(builtInBook));

test.each([
  [{}, {}],
  [{ scheda: 'galleria' }, { scheda: 'galleria' }],
  [
    { scheda: 'galleria', voce: 'a1' },
    { scheda: 'galleria', voce: 'a1' },
  ],
  [{ voce: 'nuova' }, { voce: 'nuova' }],
  [{ scheda: ['galleria'], voce: { id: 1 } }, {}],
  [{ scheda: '', voce: '' }, {}],
  [{ scheda: null, voce: true }, {}],
  [{ voce: 12 }, { voce: '12' }],
])('%j is read as %j', (search, expected) => {
  expect(readAdminSearch(search)).toEqual({ scheda: undefined, voce: undefined, ...expected });
});

test.each([
  ['/admin?scheda=sezioni&voce=00000000-0000-4000-8000-000000000000', '00000000-0000-4000-8000-000000000000'],
  ['/admin?voce=12', '12'],
  ['/admin?voce=nuova', 'nuova'],
  ['/admin?voce=%22true%22', 'true'],
  ['/admin?voce=true', undefined],
])('the router hands over the entry of %s as %j', (address, voce) => {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [address] }));
  expect(router.matchRoutes(router.latestLocation).at(-1)?.search).toMatchObject({ voce });
});

test('the address of an entry is read back as it was given', () => {
  const router = createAppRouter(createMemoryHistory({ initialEntries: ['/'] }));
  for (const voce of ['nuova', '12', 'a b&c', 'true', '{"a":1}']) {
    const location = router.buildLocation({ to: '/admin', search: { scheda: 'galleria', voce } });
    expect(readAdminSearch(location.search)).toEqual({ scheda: 'galleria', voce });
    const reread = createAppRouter(createMemoryHistory({ initialEntries: [location.href] }));
    expect(reread.matchRoutes(reread.latestLocation).at(-1)?.search).toEqual({ scheda: 'galleria', voce });
  }
});
