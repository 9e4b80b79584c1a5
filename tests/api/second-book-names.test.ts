import { afterAll, beforeAll, expect, test } from 'vitest';
import { restTable } from '#shared/rest.ts';
import type { RestRoute } from '#shared/rest-route.ts';
import { fileForm, json } from '../support/answers.ts';
import { aboutTheDemoBook } from '../support/demo-questions.ts';
import { startFakeGroq, type FakeGroq } from '../support/fake-groq.ts';
import { namesOfFirstBook } from '../support/first-book-names.ts';
import { pinocchioCodes, pinocchioPackage } from '../support/pinocchio-package.ts';
import { openTestSite, type Person, type TestSite } from '../support/test-site.ts';

const namesIn = namesOfFirstBook();
const own = [
  'Ciao, come ti chiami?',
  'Chi è Geppetto?',
  'Dove abiti?',
  'Chi sono i tuoi amici?',
  'Raccontami tutto.',
];
const foreign = aboutTheDemoBook.map(([question]) => question);
/** What is asked may come back; with it gone, nobody of the first book is left. */
const withoutQuestions = (text: string) =>
  foreign.reduce(
    (rest, question) => rest.replaceAll(question, '').replaceAll(JSON.stringify(question).slice(1, -1), ''),
    text,
  );

let site: TestSite;
let author: Person;
let groq: FakeGroq;

beforeAll(async () => {
  groq = await startFakeGroq();
  site = await openTestSite({ env: { DEMO: 'off', GROQ_API_KEY: 'chiave', GROQ_BASE_URL: groq.url } });
  author = await site.administrator();
  const sent = await author.request(
    'POST',
    '/api/admin/book/package',
    fileForm(await pinocchioPackage(), 'p.zip'),
  );
  const { id } = await json<{ id: string }>(sent, 201);
  expect((await author.request('POST', `/api/admin/book/package/${id}/apply`, {})).status).toBe(204);
}, 60_000);
afterAll(async () => {
  await site.close();
  await groq.close();
});

/** Every answer to a GET that this person may have, one after the other. */
async function allAnswers(person: Person): Promise<string> {
  const answers: string[] = [];
  for (const { method, path, kind } of Object.values<RestRoute>(restTable)) {
    if (method !== 'GET' || kind === 'stream') continue;
    const response = await person.request('GET', `/api${path.replaceAll(/:\w+/g, 'x')}`);
    const isText = /json|text/.test(response.headers.get('content-type') ?? '');
    answers.push(`${path}\n${isText ? await response.text() : ''}`);
  }
  return answers.join('\n');
}

async function talk(person: Person, questions: readonly string[]): Promise<string> {
  const answers: string[] = [];
  for (const message of questions) {
    const reply = await person.request('POST', '/api/chat', { message });
    answers.push((await json<{ response: string }>(reply)).response);
    for (const path of ['recap', 'suggestions', 'notes'])
      answers.push(await (await person.request('GET', `/api/chat/${path}`)).text());
  }
  return answers.join('\n');
}

test('the names are those of the first book', () => {
  for (const name of ['Qaanik', 'NILAK', 'Linea Alta', 'Sarti']) expect(namesIn(name), name).not.toEqual([]);
  expect(namesIn('Pinocchio e Geppetto andarono a Roma con la linea alta.')).toEqual([]);
});

test('what the author and a visitor are told names nobody of the first book', async () => {
  expect(namesIn(await allAnswers(author))).toEqual([]);
  expect(namesIn(await allAnswers(site.visitor()))).toEqual([]);
});

const readers: [string, string | undefined][] = [
  ['nobody', undefined],
  ['a reader of the beginning', pinocchioCodes.first],
  ['a reader of everything', pinocchioCodes.all],
];

/** All that somebody is told who redeems this code, with what was said before and after. */
async function everythingToldTo(code: string | undefined): Promise<string> {
  const person = site.visitor();
  const told = [await talk(person, own.slice(0, 1))];
  if (code !== undefined)
    told.push(await (await person.request('POST', '/api/redeem-code', { code })).text());
  told.push(await (await person.request('POST', '/api/chat/notice')).text());
  told.push(await talk(person, [...own, ...foreign]), await allAnswers(person));
  return withoutQuestions(told.join('\n'));
}

test.each(readers)(
  'prompts, suggestions and notices for %s name nobody of the first book',
  async (_, code) => {
    const before = groq.bodies.length;
    expect(namesIn(await everythingToldTo(code))).toEqual([]);
    const prompts = groq.bodies.slice(before);
    expect(prompts.length).toBeGreaterThan(own.length);
    expect(namesIn(withoutQuestions(prompts.join('\n')))).toEqual([]);
  },
);

test.each(readers)('nor does what the character himself says to %s', async (_, code) => {
  groq.otherwise = { kind: 'status', status: 401 };
  expect(namesIn(await everythingToldTo(code))).toEqual([]);
});
