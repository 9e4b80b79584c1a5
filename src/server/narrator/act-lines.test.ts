import { describe, expect, it } from 'vitest';
import type { ActText } from '#shared/contracts/talk-acts.ts';
import { demoActTexts as texts } from '#tests/support/offline.ts';
import { chooseLine, judgeRiddle as judge, type LineContext } from './act-lines.ts';

const act = (id: string) => texts.acts.find((one) => one.id === id) as ActText;
const riddles = texts.acts.find(({ indovinelli }) => indovinelli.length > 0) as ActText;
const judgeRiddle = (of: Parameters<typeof judge>[1]) => judge(riddles, of);
const context = (message: string, more: Partial<LineContext> = {}): LineContext => ({
  phase: 'meta',
  message,
  said: [],
  ...more,
});
const values = { cose: 'hai un cane', argomento: 'del tuo esame', prima: 'chi sei', risposta: 'Diciassette' };

/** Everything he would say to the message, asked until he has nothing more. */
function allLines(id: string, start: LineContext): string[] {
  const said: string[] = [];
  for (let times = 0; times < 60; times += 1) {
    const line = chooseLine(act(id), { ...start, said });
    if (line === undefined) return said;
    said.push(line);
  }
  throw new Error(`${id} never ends`);
}

const filled = (line: string) =>
  line.replace(/\{(\p{L}+)\}/gu, (_, name: keyof typeof values) => values[name]);

describe('lineFor', () => {
  it('says the same to the same words, and never a line twice', () => {
    expect(chooseLine(act('saluto'), context('ciao'))).toBe(chooseLine(act('saluto'), context('Ciaooo')));
    const said = allLines('saluto', context('ciao'));
    expect(new Set(said).size).toBe(said.length);
    expect(said).toHaveLength(act('saluto').says.length + (act('saluto').phase.meta?.length ?? 0));
  });

  it('begins with the lines of the phase', () => {
    for (const phase of ['inizio', 'meta', 'fine'] as const) {
      const lines = allLines('saluto', context('ciao', { phase }));
      expect(act('saluto').phase[phase]).toContain(lines[0]);
    }
  });

  it('aims at a word of the message, with `*` at its beginning, then falls back to lines for any', () => {
    const [first, second] = allLines('saluto', context('salve'));
    expect(act('saluto').mirati[0]?.says).toContain(first);
    expect(act('saluto').says).toContain(second);
    const aimed = act('saluto').mirati.flatMap(({ says }) => says);
    expect(allLines('saluto', context('ciao')).filter((line) => aimed.includes(line))).toEqual([]);
  });

  it('has its own lines for who comes back, for what is known, for the end of the book', () => {
    const back = chooseLine(act('bentornato'), context('rieccomi', { away: 'giorni' }));
    expect(act('bentornato').altri.dopo_giorni).toContain(back);
    const known = chooseLine(act('cosa_sai_di_me'), context('che sai di me?', { values }));
    expect(known?.toLowerCase()).toContain('hai un cane');
    const end = allLines('codice', context('mi dai un codice?', { atEnd: true }));
    expect([...end].sort()).toEqual([...(act('codice').altri.ultima ?? [])].sort());
  });

  it('leaves out a line whose placeholder has no value', () => {
    const lines = allLines(
      'di_che_parlavamo',
      context('di che parlavamo?', { values: { prima: 'chi sei' } }),
    );
    expect(lines.join(' ')).not.toMatch(/\{/);
  });

  it('never jokes with tears', () => {
    for (const message of ['😭', '💔💔', ':(', ":'("]) {
      const lines = allLines('silenzio', context(message));
      expect([...lines].sort()).toEqual([...(act('silenzio').altri.lacrime ?? [])].sort());
    }
    expect(act('silenzio').altri.teneri).toContain(chooseLine(act('silenzio'), context('❤️')));
    expect(act('silenzio').altri.punti).toContain(chooseLine(act('silenzio'), context('…')));
    expect(act('silenzio').altri.disegni).toContain(chooseLine(act('silenzio'), context('🦊')));
  });

  it.each([
    ['hello, how are you?', 'en'],
    ['bonsoir, tu parles français?', 'fr'],
    ['¿hablas español?', 'es'],
    ['wie heißt du?', 'de'],
  ])('answers «%s» as one of %s', (message, lang) => {
    expect(act('lingua_straniera').lingue[lang]?.says).toContain(
      chooseLine(act('lingua_straniera'), context(message)),
    );
  });

  it('answers a question about languages in Italian', () => {
    expect(act('lingua_straniera').says).toContain(
      chooseLine(act('lingua_straniera'), context('parli inglese?')),
    );
  });
});

describe('riddles', () => {
  it('are asked, judged once each way, and closed', () => {
    const riddle = chooseLine(act('gioco'), context('dimmi un indovinello')) ?? '';
    const one = act('gioco').indovinelli.find(({ domanda }) => domanda === riddle);
    expect(one).toBeDefined();
    const said = [riddle];
    expect(judgeRiddle({ message: 'un elefante', said })).toBe(one?.sbagliato);
    const answer = `è ${one?.risposte[0] ?? ''}!`;
    expect(judgeRiddle({ message: answer, said: [...said, one?.sbagliato ?? ''] })).toBe(one?.giusto);
    expect(judgeRiddle({ message: answer, said: [...said, one?.giusto ?? ''] })).toBeUndefined();
    expect(judgeRiddle({ message: answer, said: [] })).toBeUndefined();
  });
});

describe('atti.yaml', () => {
  it.each(texts.acts.map(({ id }) => id))('has no line of %s that is never said', (id) => {
    const one = act(id);
    const states: Partial<LineContext>[] = [{}, { values }, { atEnd: true }];
    for (const phase of ['inizio', 'meta', 'fine'] as const) states.push({ phase });
    for (const away of ['ore', 'giorni', 'settimane'] as const) states.push({ away });
    const messages = [...one.examples, 'dimmi un indovinello', '🦊', '😭', '❤️', '…'];
    for (const { parole } of one.mirati) messages.push(...parole.map((word) => word.replace('*', 'i')));
    for (const { examples } of Object.values(one.lingue)) messages.push(...examples);
    const said = new Set<string>();
    for (const message of new Set(messages)) {
      for (const state of states) for (const line of allLines(id, context(message, state))) said.add(line);
    }
    for (const { domanda, risposte, giusto, sbagliato } of one.indovinelli) {
      for (const answer of [...risposte, 'boh']) {
        const reply = judgeRiddle({ message: answer, said: [domanda] });
        expect([giusto, sbagliato]).toContain(reply);
        said.add(reply ?? '');
      }
    }
    expect(everyLine(one).filter((line) => !hasLine(said, line))).toEqual([]);
  });
});

function everyLine(one: ActText): string[] {
  return [
    ...one.says,
    ...Object.values(one.phase).flatMap((lines) => lines ?? []),
    ...one.mirati.flatMap(({ says }) => says),
    ...Object.values(one.altri).flatMap((lines) => lines ?? []),
    ...Object.values(one.lingue).flatMap(({ says }) => says),
    ...one.indovinelli.flatMap(({ domanda, giusto, sbagliato }) => [domanda, giusto, sbagliato]),
  ];
}

const hasLine = (said: ReadonlySet<string>, line: string) =>
  said.has(line) || [...said].some((one) => one.toLowerCase() === filled(line).toLowerCase());
