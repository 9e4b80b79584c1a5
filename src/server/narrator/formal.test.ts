import { expect, it } from 'vitest';
import { asAmongFriends } from './formal.ts';

it.each([
  ['Lei chi è?', 'tu chi sei?'],
  ['E Lei come si chiama?', 'E tu come ti chiami?'],
  ['Mi racconti del suo mestiere', 'raccontami del tuo mestiere'],
  ['Che lavoro Le ho detto che facevo?', 'Che lavoro ti ho detto che facevo?'],
  ['Si ricorda il nome di mia nipote?', 'ti ricordi il nome di mia nipote?'],
  ['come sta la signora Halvorsen?', 'come sta la signora Halvorsen?'],
  ['e lei chi è?', 'e lei chi è?'],
  ['come si chiama il suo cane?', 'come si chiama il suo cane?'],
  ['mi manca lei', 'mi manca lei'],
])('takes «%s» for «%s»', (written, meant) => {
  expect(asAmongFriends(written, written.startsWith('Lei') ? [] : ['ciao'])).toBe(meant);
});

it('goes on with «lei» as it was begun', () => {
  expect(asAmongFriends('e lei cosa ne pensa?', ['Buonasera, E Lei?'])).toBe('e tu cosa ne pensi?');
  expect(asAmongFriends('e lei cosa ne pensa?', ['chi è Irja?'])).toBe('e lei cosa ne pensa?');
});
