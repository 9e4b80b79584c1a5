import { expect, test } from 'vitest';
import { restTable, type ProcedureName } from '#shared/rest.ts';
import { addressOf, fillPath, paramOf } from './addresses.ts';

test('an address is the row of the table below /api', () => {
  expect(addressOf(restTable['backup.database'])).toBe('/api/admin/backup/database');
  expect(addressOf(restTable['media.replace'], { id: 'estratto-ferro' })).toBe(
    '/api/admin/media/estratto-ferro',
  );
  expect(addressOf(restTable['restore.addFiles'], { id: 'p1' })).toBe('/api/admin/backup/restore/p1/files');
  expect(addressOf(restTable['summaries.regenerate'], { id: 's', form: 'line' })).toBe(
    '/api/sections/s/summaries/line/regenerate',
  );
});

test.each([
  ['a/b', 'a%2Fb'],
  ['..', '..'],
  ['è?#', '%C3%A8%3F%23'],
  ['', ''],
])('the parameter %j cannot leave its place in the path', (id, encoded) => {
  expect(addressOf(restTable['sections.update'], { id })).toBe(`/api/sections/${encoded}`);
});

test('every row has an address in which no parameter is left over', () => {
  for (const [name, { path }] of Object.entries(restTable) as [ProcedureName, { path: string }][]) {
    const names = path.split('/').flatMap((part) => paramOf(part) ?? []);
    const address = fillPath(path, Object.fromEntries(names.map((param) => [param, `<${param}>`])));
    expect(address, name).toMatch(/^\/api\/[a-z]/);
    expect(address, name).not.toContain(':');
    for (const param of names) expect(address, name).toContain(encodeURIComponent(`<${param}>`));
  }
});
