import model from '#server/help/trained-model.json';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { helpTexts } from '#content/talk/help.ts';
import { listenerTexts, parseListenerTexts } from '#content/talk/listener.ts';
import { createHelp } from '#server/help/help.ts';
import { createListener, type ToldMessage } from '#server/listener/listener.ts';

const sentence = z.object({ say: z.string(), slot: z.string().optional(), filler: z.string().optional() });
const fixture = z
  .object({ tuning: z.array(sentence), held_out: z.array(sentence) })
  .parse(parse(readFileSync('tests/fixtures/told-of-self.yaml', 'utf8')));
const ricordi = 'src/content/demo/ricordi';
const cardQuestions = readdirSync(ricordi).flatMap((file) =>
  z
    .object({ ricordi: z.array(z.object({ asks: z.array(z.string()) })) })
    .parse(parse(readFileSync(`${ricordi}/${file}`, 'utf8')))
    .ricordi.flatMap(({ asks }) => asks),
);

const listener = createListener(listenerTexts, createHelp(helpTexts, model).isGrave);
const slotsIn = (text: string) =>
  listener.notesIn(text).map(({ slot, values }) => [slot, Object.values(values)[0]]);

/** The reader's messages, a minute apart, each followed by an answer. */
function told(...contents: string[]): ToldMessage[] {
  return contents.flatMap((content, at) => [
    {
      role: 'user' as const,
      content,
      level: at,
      timestamp: new Date(Date.UTC(2026, 0, 1, 10, at)).toISOString(),
    },
    {
      role: 'assistant' as const,
      content: 'Segno.',
      level: at,
      timestamp: new Date(Date.UTC(2026, 0, 1, 10, at, 30)).toISOString(),
    },
  ]);
}
const notesOf = (...contents: string[]) => listener.readNotes(told(...contents));

describe('what is noted', () => {
  it.each([
    ['Ho due cani', 'i tuoi cani'],
    ['Ho un gatto', 'il tuo gatto'],
  ])('is told in the number it was said in: «%s»', (said, animal) => {
    const told = notesOf(said).map((note) => listener.describeNote(note).text);
    expect(told).toEqual([`hai con te ${animal}`]);
  });

  const isRight = ({ say, slot, filler }: z.infer<typeof sentence>) =>
    slot === undefined
      ? slotsIn(say).length === 0
      : slotsIn(say).some(([found, value]) => found === slot && value === filler);

  it('notes what was looked at, and nineteen in twenty of what was not', () => {
    expect(fixture.tuning.filter((each) => !isRight(each))).toEqual([]);
    const right = fixture.held_out.filter(isRight).length;
    expect(right / fixture.held_out.length).toBeGreaterThanOrEqual(0.95);
  });

  it('never fills a slot with what the file says must fill nothing', () => {
    for (const { id, not } of listenerTexts.slots) {
      expect(
        not.filter((text) => listener.notesIn(text).some(({ slot }) => slot === id)),
        id,
      ).toEqual([]);
    }
  });

  it('notes more than four fifths of the examples of the file', () => {
    const all = listenerTexts.slots.flatMap(({ id, examples }) =>
      examples.map((text) => ({ id, text: text.replace(/[[\]]/g, '') })),
    );
    const noted = all.filter(({ id, text }) => listener.notesIn(text).some(({ slot }) => slot === id));
    expect(noted.length / all.length).toBeGreaterThan(0.8);
  });

  it('notes nothing of a question about a story', () => {
    expect(cardQuestions.filter((text) => listener.notesIn(text).length > 0)).toEqual([]);
  });

  it('notes nothing of a grave message', () => {
    expect(notesOf('mi chiamo Giulia e voglio morire', 'mio padre mi picchia')).toEqual([]);
  });

  it.each([
    ['lavoro in un bar', 'mestiere', 'lavori in un bar'],
    ['mio padre ha perso il lavoro', 'parente', 'tuo padre'],
    ['mi’ madre sta male', 'parente', 'tua madre'],
    ['tra poco faccio 18 anni', 'eta', 'quasi 18'],
    ['ho un orologio di mio nonno', 'oggetto', 'l’orologio di tuo nonno'],
    ['sto pensando di trasferirmi', 'progetto', 'trasferirti'],
    ['domani ho un colloquio di lavoro', 'evento', 'il colloquio di lavoro'],
  ])('«%s» → %s: %s', (text, slot, value) => {
    expect(slotsIn(text)).toContainEqual([slot, value]);
  });
});

describe('the notes of a conversation', () => {
  it('stamps each with its message’s level and place, and lets a later one replace it', () => {
    const notes = notesOf('mi chiamo Luca', 'ho 15 anni', 'mi chiamo Marco');
    expect(notes.map(({ slot, values, level, index }) => [slot, values, level, index])).toEqual([
      ['eta', { eta: '15' }, 1, 2],
      ['nome', { nome: 'Marco' }, 2, 4],
    ]);
  });

  it('keeps several of a kind, by their names', () => {
    expect(
      notesOf('ho un cane che si chiama Zorro', 'il mio gatto si chiama Micio').map(
        ({ values }) => values.animale,
      ),
    ).toEqual(['Zorro', 'Micio']);
  });

  it('takes nothing from what he said himself', () => {
    expect(
      listener.readNotes([
        { role: 'assistant', content: 'mi chiamo Nilak', level: 0, timestamp: '2026-01-01T10:00:00Z' },
      ]),
    ).toEqual([]);
  });

  it('loses an erased note until it is told again', () => {
    const messages = told('mi chiamo Luca', 'ciao', 'mi chiamo Luca');
    const [note] = listener.readNotes(messages.slice(0, 2));
    const erased = [{ id: note?.id ?? '', before: messages[2]?.timestamp ?? '' }];
    expect(listener.readNotes(messages.slice(0, 4), erased)).toEqual([]);
    expect(listener.readNotes(messages, erased)).toHaveLength(1);
  });

  it('forgets a mood after a day', () => {
    const [mood, ...rest] = told('sono stanca', 'eccomi');
    const later = rest.map((message) => ({ ...message, timestamp: '2026-01-03T10:00:00.000Z' }));
    expect(listener.readNotes(mood ? [mood] : [])).toHaveLength(1);
    expect(listener.readNotes(mood ? [mood, ...later] : [])).toEqual([]);
  });
});

describe('what is said of them', () => {
  const notes = notesOf(
    'mi chiamo Giulia',
    'ho 15 anni',
    'mia madre fa la sarta',
    'domani ho l’esame di guida',
    'oggi sono nervosa',
  );

  it.each([
    ['come mi chiamo?', 'nome', 'Giulia'],
    ['cm mi kiamo?', 'nome', 'Giulia'],
    ['quanti anni ho?', 'eta', '15'],
    ['ti ricordi di mia madre?', 'parente', 'fa la sarta'],
    ['che ti avevo detto dell’esame?', 'evento', 'esame di guida'],
  ])('«%s» is answered from the note', (question, slot, value) => {
    const answer = listener.answerAboutReader(question, notes, []);
    expect(answer).toMatchObject({ about: slot, known: true });
    expect(answer && 'text' in answer ? answer.text.toLowerCase() : '').toContain(value.toLowerCase());
  });

  it('owns up to what it was not told, and lists all it was', () => {
    expect(listener.answerAboutReader('come mi chiamo?', [], [])).toMatchObject({
      about: 'nome',
      known: false,
    });
    expect(listener.answerAboutReader('cosa sai di me?', notes, [])).toEqual({
      about: 'all',
      known: true,
      things:
        'ti chiami Giulia, hai 15 anni, tua madre fa la sarta, domani c’è l’esame di guida, ti sentivi «nervosa»',
    });
  });

  it('answers no question about the story', () => {
    expect(
      cardQuestions.filter((question) => listener.answerAboutReader(question, notes, []) !== undefined),
    ).toEqual([]);
  });

  it('names what was talked of', () => {
    expect(notes.map((note) => listener.topicOf(note))).toEqual([
      'del tuo nome',
      'dei tuoi anni',
      'di casa tua',
      'dell’esame di guida',
      'di come stavi',
    ]);
    const [interview] = notesOf('venerdì ho un colloquio');
    expect(interview && listener.topicOf(interview)).toBe('del colloquio');
  });

  it('fills every line of every slot, and labels it', () => {
    for (const { id, examples } of listenerTexts.slots) {
      const note = examples
        .flatMap((text) => listener.notesIn(text.replace(/[[\]]/g, '')))
        .find(({ slot }) => slot === id);
      expect(note, id).toBeDefined();
      if (!note) continue;
      const said: string[] = [];
      for (
        let line = listener.ackLine(note, said, 'x');
        line !== undefined;
        line = listener.ackLine(note, said, 'x')
      ) {
        expect(line).not.toMatch(/[{}]/);
        said.push(line);
      }
      expect(said.length).toBeGreaterThan(1);
      expect(listener.describeNote(note).label).not.toBe('');
    }
  });

  it('answers sad news quietly only', () => {
    const [note] = listener.notesIn('mio nonno è in ospedale');
    const line = note && listener.ackLine(note, [], 'x');
    expect(note?.grave).toBe(true);
    const quiet = listenerTexts.slots.find(({ id }) => id === 'parente')?.ack_piano ?? [];
    expect(quiet.map((text) => text.replace('{parente} {stato}', 'tuo nonno è in ospedale'))).toContain(
      line?.replace('Tuo', 'tuo'),
    );
  });

  it('brings a note back once, five turns later or on return', () => {
    const early = told('mi chiamo Giulia', 'a', 'b');
    const due = told('mi chiamo Giulia', 'a', 'b', 'c', 'd', 'f');
    const recall = (messages: ToldMessage[], daysSince = 0) =>
      listener.recallLine(listener.readNotes(messages), { messages, daysSince });
    expect(recall(early)).toBeUndefined();
    expect(recall(early, 2)?.text).toContain('Giulia');
    const line = recall(due)?.text ?? '';
    expect(line).toContain('Giulia');
    const spoken: ToldMessage[] = [
      ...due,
      { role: 'assistant', content: `Ecco. ${line}`, level: 0, timestamp: '2026-01-01T11:00:00.000Z' },
    ];
    expect(recall(spoken)).toBeUndefined();
    expect(
      recall(told('mi chiamo Giulia', ...Array.from({ length: 16 }, (_, at) => `riga ${at}`))),
    ).toBeUndefined();
  });

  it('refuses a file that lacks a slot', () => {
    expect(() => parseListenerTexts('slots: []', 'labels: {}')).toThrow();
  });
});
