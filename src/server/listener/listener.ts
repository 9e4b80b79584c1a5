import { isCalled } from '#server/text/addressing.ts';
import { foldChatSpelling } from '#server/text/chat-spelling.ts';
import { chooseUnsaid, fillLine, hashText } from '#server/text/lines.ts';
import { ofThem } from './clause.ts';
import { createExtractor } from './extract.ts';
import type { ErasedNote, KeptNote, ListenerTexts, Note, SlotId } from './texts.ts';

/** A message of the conversation as the listener needs it; the stored ones fit. */
export interface ToldMessage {
  role: 'user' | 'assistant';
  content: string;
  level: number;
  timestamp: string;
}

/** What was asked about the reader. `all` is answered by the act that lists things. */
type ReaderAnswer =
  { about: SlotId; known: boolean; text: string } | { about: 'all'; known: boolean; things: string };

export interface Listener {
  /** What one message of a conversation tells of its reader; nothing where they speak gravely. */
  notesIn(message: string, talk?: readonly ToldMessage[]): readonly Note[];
  /**
   * What the reader told in a conversation, oldest first; a later note takes the place of an earlier one. Grave
   * messages give none. Nothing is stored: the notes are gone when the messages are.
   */
  readNotes(messages: readonly ToldMessage[], erased?: readonly ErasedNote[]): readonly KeptNote[];
  /** Whether a message told something that the reader had erased afterwards. */
  holdsErased(message: ToldMessage, erased: readonly ErasedNote[]): boolean;
  /** For the reader's own list: what the slot is called, and the note as a clause. */
  describeNote(note: Note): { label: string; text: string };
  /** The notes as short clauses, for `{cose}`: «ti chiami Giulia, hai 15 anni»; empty without notes. */
  describeNotes(notes: readonly Note[]): string;
  /** The notes as clauses about the reader, for somebody else: «si chiama Giulia; ha 15 anni»; empty without notes. */
  describeToOthers(notes: readonly Note[]): string;
  /** What was talked of, for `{argomento}`: «del tuo esame», «di come stavi». */
  topicOf(note: Note): string;
  /** The answer when a question is about the reader; `undefined` for every other. `said`: what he has said so far. */
  answerAboutReader(
    question: string,
    notes: readonly Note[],
    said: readonly string[],
  ): ReaderAnswer | undefined;
  /** What he says to a note just given. */
  ackLine(note: Note, said: readonly string[], seed: string): string | undefined;
  /**
   * A note brought back by itself: once each, five to fifteen of the reader's turns after it was given, or on return
   * after a day. `undefined` when nothing is due.
   */
  recallLine(notes: readonly KeptNote[], now: RecallMoment): { note: KeptNote; text: string } | undefined;
}

interface RecallMoment {
  messages: readonly ToldMessage[];
  /** Whole days between the last two of the reader's messages: 0 within a visit. */
  daysSince: number;
}

/** The reader's turns after which a note may come back by itself. */
const recallAfter = { least: 5, most: 15 } as const;
const dayMilliseconds = 86_400_000;
/** Slots of which a reader may have told several. */
const manifold = new Map<SlotId, string>([
  ['parente', 'parente'],
  ['amico', 'amico'],
  ['animale', 'animale'],
  ['oggetto', 'oggetto'],
  ['preferito', 'cosa'],
  ['evento', 'evento'],
  ['progetto', 'progetto'],
]);
/** The most notes of one slot: older ones give way. */
const mostOfASlot = 5;
const mostRemembered = 2000;

/** Names a note: the same words told again are the same note. */
function idOf({ slot, values }: Note): string {
  return `${slot}-${hashText(Object.values(values).join('|').toLowerCase()).toString(36)}`;
}

const isErased = (note: Note, timestamp: string, erased: readonly ErasedNote[]) =>
  erased.some(({ id, before }) => id === idOf(note) && timestamp <= before);

/** @param isGrave whether a message of a conversation speaks of danger or pain: it fills no slot */
export function createListener(
  texts: ListenerTexts,
  isGrave: (message: string, talk?: readonly ToldMessage[]) => boolean,
): Listener {
  const { forms } = texts;
  const extract = createExtractor(forms);
  const slots = new Map(texts.slots.map((slot) => [slot.id, slot]));
  const remembered = new Map<string, readonly Note[]>();

  function notesIn(message: string, talk?: readonly ToldMessage[]): readonly Note[] {
    // A grave message is read again each time: nothing of it is kept, not even that it gives nothing.
    if (isGrave(message, talk)) return [];
    const notes = remembered.get(message) ?? extract(message);
    if (remembered.size >= mostRemembered) remembered.clear();
    remembered.set(message, notes);
    return notes;
  }

  function readNotes(
    messages: readonly ToldMessage[],
    erased: readonly ErasedNote[] = [],
  ): readonly KeptNote[] {
    const kept = new Map<string, KeptNote>();
    const erasedBefore = new Map(erased.map(({ id, before }) => [id, before]));
    const newest = Date.parse(messages.at(-1)?.timestamp ?? '');
    messages.forEach(({ role, content, level, timestamp }, index) => {
      if (role !== 'user') return;
      for (const note of notesIn(content, messages)) {
        const id = idOf(note);
        if (timestamp <= (erasedBefore.get(id) ?? '')) continue;
        if (note.slot === 'umore' && newest - Date.parse(timestamp) > dayMilliseconds) continue;
        const key = manifold.get(note.slot);
        const place =
          key === undefined ? note.slot : `${note.slot} ${(note.values[key] ?? '').toLowerCase()}`;
        kept.delete(place);
        kept.set(place, { ...note, id, level, index, timestamp });
      }
    });
    const notes = [...kept.values()];
    return notes.filter(
      (note) =>
        notes.filter((other) => other.slot === note.slot && other.index > note.index).length < mostOfASlot,
    );
  }

  function answerAboutReader(
    question: string,
    notes: readonly Note[],
    said: readonly string[],
  ): ReaderAnswer | undefined {
    const parts = foldChatSpelling(question)
      .split(/[^\p{L}\p{N} ]+/u)
      .map((part) => part.trim())
      .filter(Boolean);
    const asked = ` ${parts.join(' ')} `;
    const relative = notes.findLast(
      ({ values }) => values.parente !== undefined && asked.includes(` ${turnBack(values.parente)} `),
    );
    const remembers =
      / (?:ricordi|detto|sai|raccontato|dicevo) /.test(asked) &&
      !/ (?:quant\w|dove|quando|perche) /.test(asked);
    const slot: SlotId | 'tutto' | undefined =
      relative && remembers
        ? 'parente'
        : (Object.keys(forms.asked) as (SlotId | 'tutto')[]).find((id) =>
            forms.asked[id]?.some((phrase) => parts.some((part) => asksFor(part, phrase))),
          );
    // «Che ti avevo detto dell’esame?» asks for everything, of one thing.
    const wide =
      (slot ?? 'tutto') === 'tutto' && forms.asked.tutto?.some((phrase) => asked.includes(` ${phrase} `));
    const named = wide ? notes.findLast((note) => namesNote(asked, note)) : undefined;
    if (slot === undefined && !named) return undefined;
    if (slot === 'tutto' && !named)
      return { about: 'all', known: notes.length > 0, things: describeNotes(notes) };
    const about = named?.slot ?? (slot as SlotId);
    const note = named ?? (about === 'parente' ? relative : notes.findLast((each) => each.slot === about));
    const { known, unknown } = slots.get(about)?.asked ?? { known: [], unknown: [] };
    const text = pick(note ? known : unknown, said, question);
    return text === undefined
      ? undefined
      : { about, known: note !== undefined, text: note ? fillNote(text, note) : text };
  }

  const describeNotes = (notes: readonly Note[]) =>
    notes.map((note) => clauseOf(note, forms.clauses)).join(', ');

  return {
    notesIn,
    readNotes,
    holdsErased: ({ content, timestamp }, erased) =>
      erased.length > 0 && notesIn(content).some((note) => isErased(note, timestamp, erased)),
    describeNote: (note) => ({ label: forms.labels[note.slot], text: clauseOf(note, forms.clauses) }),
    describeNotes,
    describeToOthers: (notes) =>
      notes.map((note) => clauseOf(inThirdPerson(note), forms.clauses_third)).join('; '),
    topicOf: (note) => topicOf(note, forms.topics),
    answerAboutReader,
    ackLine(note, said, seed) {
      const slot = isNameAlone(note) ? undefined : slots.get(note.slot);
      const lines = note.grave ? (slot?.ack_piano ?? []) : (slot?.ack ?? []);
      const line = chooseUnsaid(lines, said, seed);
      return line === undefined ? undefined : fillNote(line, note);
    },
    recallLine(notes, { messages, daysSince }) {
      const said = messages.flatMap(({ role, content }) => (role === 'assistant' ? [content] : []));
      for (const note of notes.toSorted((one, other) => urgencyOf(other) - urgencyOf(one))) {
        const turns = messages.slice(note.index + 1).filter(({ role }) => role === 'user').length;
        const due = daysSince >= 1 || (turns >= recallAfter.least && turns <= recallAfter.most);
        const lines = recallLinesFor(note, daysSince);
        if (!due || lines.length === 0) continue;
        const filled = lines.map((line) => fillNote(line, note));
        const wasRecalled = filled.some((line) => said.some((answer) => answer.includes(line)));
        const text = wasRecalled ? undefined : chooseUnsaid(filled, said, note.id);
        if (text !== undefined) return { note, text };
      }
      return undefined;
    },
  };

  /** Of a thing to come nothing is asked as past until its day may have gone by. */
  function recallLinesFor(note: Note, daysSince: number): readonly string[] {
    const slot = slots.get(note.slot);
    if (!slot || isNameAlone(note)) return [];
    const isNear = note.slot === 'evento' && daysSince < daysUntil(note.values.quando ?? '');
    if (isNear) return (note.grave ? slot.recall_prima_piano : slot.recall_prima) ?? [];
    return note.grave ? (slot.recall_piano ?? []) : slot.recall;
  }
}

/** A note as a clause, by the clauses of all slots. */
function clauseOf({ slot, values }: Note, clauses: ListenerTexts['forms']['clauses']): string {
  const clause = fillLine(clauses[slot], values);
  return clauses[slot].startsWith('{') ? clause.charAt(0).toLowerCase() + clause.slice(1) : clause;
}

const inThirdPerson = (note: Note): Note => ({
  ...note,
  values: Object.fromEntries(Object.entries(note.values).map(([key, value]) => [key, ofThem(value)])),
});

/** What is asked after first: what was to come, then what weighs, then the rest. */
const urgencyOf = ({ slot, grave }: Note) => (slot === 'evento' ? 2 : 0) + (grave ? 1 : 0);

/** A note that only names somebody: nothing is said of it but when it is asked for. */
const isNameAlone = ({ values }: Note) => values.stato?.startsWith('si chiama') === true;

/** At most how many days a time as written is away; unknown times are taken for a month. */
function daysUntil(when: string): number {
  if (/^(?:oggi|stasera|stamattina)/.test(when)) return 1;
  if (/^(?:domani|domattina)/.test(when)) return 2;
  if (when === 'dopodomani') return 3;
  return /^(?:luned|marted|mercoled|gioved|venerd|sabato|domenica)/.test(when) ? 7 : 31;
}

function fillNote(line: string, { values }: Note): string {
  const capitals = Object.entries(values).map(([key, value]) => [
    key.charAt(0).toUpperCase() + key.slice(1),
    value.charAt(0).toUpperCase() + value.slice(1),
  ]);
  return fillLine(line, { ...values, ...(Object.fromEntries(capitals) as Record<string, string>) });
}

function topicOf(note: Note, topics: ListenerTexts['forms']['topics']): string {
  const event = note.values.evento;
  if (event === undefined) return topics[note.slot];
  return /^l’/.test(event) ? `dell’${event.slice(2)}` : ofThing(event, topics.evento);
}

/** «il colloquio» → «del colloquio»; without an article, the plain topic. */
function ofThing(thing: string, otherwise: string): string {
  const joined: Readonly<Record<string, string>> = {
    il: 'del',
    lo: 'dello',
    la: 'della',
    i: 'dei',
    gli: 'degli',
    le: 'delle',
  };
  const [article = '', ...rest] = thing.split(' ');
  const of = joined[article];
  return of === undefined ? otherwise : [of, ...rest].join(' ');
}

/** Words that may stand beside the phrase that asks for a slot: any other asks for something narrower. */
const beside = new Set(
  `e ma ti te lo la l tu si sai ricordi ricorda ancora hai ho mai detto dicevo di ok ciao dimmi allora a proposito senti scusa secondo poi gia quindi
  insomma oh io me prima per favore in fare nella vita del my friend please alors do you remember does and et und y so mo adesso ora intanto saresti capace
  chiedo domanda bene ahah bravo brava buongiorno buonasera rieccomi eccomi`.split(/\s+/),
);

/** Whether a part of a question asks for what the phrase does, and for nothing narrower: «come si chiama quella che mi piace». */
function asksFor(part: string, phrase: string): boolean {
  const at = ` ${part} `.indexOf(` ${phrase} `);
  if (at < 0) return false;
  const others = `${part.slice(0, at)} ${part.slice(at + phrase.length)}`.split(' ').filter(Boolean);
  return others.every((word) => beside.has(word) || isCalled(word));
}

/** Whether a question names what a note is about: «che ti ho detto dell’esame?». */
function namesNote(asked: string, { values }: Note): boolean {
  const words = Object.values(values).flatMap((value) => foldChatSpelling(value).split(' '));
  return words.some((word) => word.length > 4 && asked.includes(` ${word} `));
}

function turnBack(relative: string): string {
  return foldChatSpelling(relative)
    .replace(/\btuo\b/, 'mio')
    .replace(/\btua\b/, 'mia')
    .replace(/\btuoi\b/, 'miei')
    .replace(/\btue\b/, 'mie');
}

function pick(lines: readonly string[], said: readonly string[], seed: string): string | undefined {
  return (
    chooseUnsaid(lines, said, seed) ?? lines[hashText(seed + String(said.length)) % Math.max(1, lines.length)]
  );
}
