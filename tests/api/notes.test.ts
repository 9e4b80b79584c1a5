import { expect, onTestFinished, test } from 'vitest';
import type { ChatHistory, ChatNotes } from '#shared/contracts/chat.ts';
import { openTestSite, type Person } from '../support/test-site.ts';

async function newSite() {
  const site = await openTestSite();
  onTestFinished(() => site.close());
  return site;
}

const json = async <T>(answer: Promise<Response>) => (await (await answer).json()) as T;
const tell = (person: Person, message: string) =>
  json<{ response: string; quotes?: [number, number][] }>(person.request('POST', '/api/chat', { message }));
const notesOf = async (person: Person) =>
  (await json<ChatNotes>(person.request('GET', '/api/chat/notes'))).notes;
const textsOf = async (person: Person) => (await notesOf(person)).map(({ text }) => text);

async function forget(person: Person, slot: string): Promise<number> {
  const note = (await notesOf(person)).find(({ id }) => id.startsWith(slot));
  return (await person.request('DELETE', `/api/chat/notes/${note?.id}`)).status;
}

test('a reader sees what he keeps in mind of them, and no other reader does', async () => {
  const site = await newSite();
  const anna = await site.reader('qr4n-7mdx');
  expect(await notesOf(anna)).toEqual([]);
  await tell(anna, 'Mi chiamo Giulia');
  await tell(anna, 'ho 15 anni');
  expect(await textsOf(anna)).toEqual(['ti chiami Giulia', 'hai 15 anni']);
  expect(await notesOf(await site.reader('qr4n-7mdx'))).toEqual([]);
  expect(await notesOf(site.visitor())).toEqual([]);
});

test('a note that is erased is neither shown nor answered with, nor what it took the place of, until it is told again', async () => {
  const site = await newSite();
  const anna = await site.reader('qr4n-7mdx');
  await tell(anna, 'Mi chiamo Anna');
  await tell(anna, 'ho 15 anni');
  await tell(anna, 'Mi chiamo Giulia');
  expect((await tell(anna, 'Come mi chiamo?')).response).toContain('Giulia');
  expect(await forget(anna, 'nome')).toBe(204);
  expect(await textsOf(anna)).toEqual(['hai 15 anni']);
  const { response } = await tell(anna, 'Come mi chiamo?');
  expect(response).not.toMatch(/Giulia|Anna/);
  await tell(anna, 'Mi chiamo Giulia');
  expect(await textsOf(anna)).toContain('ti chiami Giulia');
});

test('only notes that are there can be erased, each by its own reader', async () => {
  const site = await newSite();
  const anna = await site.reader('qr4n-7mdx');
  await tell(anna, 'Mi chiamo Giulia');
  const [note] = await notesOf(anna);
  const other = await site.reader('qr4n-7mdx');
  expect((await other.request('DELETE', `/api/chat/notes/${note?.id}`)).status).toBe(404);
  expect((await anna.request('DELETE', '/api/chat/notes/nome-0')).status).toBe(404);
  expect(await notesOf(anna)).toHaveLength(1);
});

test('danger and pain are never among them, and nothing is suggested after them', async () => {
  const site = await newSite();
  const anna = await site.reader('qr4n-7mdx');
  await tell(anna, 'Mi chiamo Giulia e non voglio più vivere');
  expect(await notesOf(anna)).toEqual([]);
  const suggested = () => json<{ questions: string[] }>(anna.request('GET', '/api/chat/suggestions'));
  expect((await suggested()).questions).toEqual([]);
  const fresh = await json<{ questions: string[] }>(
    (await site.reader('qr4n-7mdx')).request('GET', '/api/chat/suggestions'),
  );
  expect(fresh.questions.length).toBeGreaterThan(0);
});

test('«dimentica» takes the marks away with the conversation', async () => {
  const site = await newSite();
  const anna = await site.reader('qr4n-7mdx');
  await tell(anna, 'Mi chiamo Giulia');
  await forget(anna, 'nome');
  const marks = () => [...site.store.users.values()].flatMap(({ erasedNotes = [] }) => erasedNotes);
  expect(marks()).toHaveLength(1);
  expect((await anna.request('DELETE', '/api/chat/history')).status).toBe(204);
  expect(marks()).toEqual([]);
  expect([...site.store.users.values()].some(({ maxSection }) => maxSection > 0)).toBe(true);
});

test('what was told above the level in force is not shown below it', async () => {
  const site = await newSite();
  const anna = await site.reader('HB6T2WVK');
  await tell(anna, 'Mi chiamo Giulia');
  expect(await notesOf(anna)).toHaveLength(1);
  await anna.request('PATCH', '/api/user/progress', { maxSection: 1 });
  expect(await notesOf(anna)).toEqual([]);
});

test('a reply that is read out of the book says where, and so does the history', async () => {
  const site = await newSite();
  const anna = await site.reader('qr4n-7mdx');
  const { response, quotes = [] } = await tell(anna, 'Leggimi un pezzo del libro');
  expect(quotes).toHaveLength(1);
  const [[from, to] = [0, 0]] = quotes;
  const read = response.slice(from, to);
  const sources = [...site.store.sections.values()].map(({ content }) => content.replace(/\s+/g, ' '));
  expect(read.length).toBeGreaterThan(20);
  expect(sources.some((content) => content.includes(read.replace(/\s+/g, ' ')))).toBe(true);
  const { messages } = await json<ChatHistory>(anna.request('GET', '/api/chat/history'));
  expect(messages.at(-1)).toMatchObject({ content: response, quotes });
  expect(await tell(anna, 'Ciao')).not.toHaveProperty('quotes');
});
