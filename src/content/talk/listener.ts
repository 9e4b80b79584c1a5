import { z } from 'zod';
import slotsFile from './ascolto.yaml';
import formsFile from './ascolto-forme.yaml';

const slotIds = [
  'nome',
  'eta',
  'mestiere',
  'luogo',
  'parente',
  'amico',
  'animale',
  'oggetto',
  'preferito',
  'umore',
  'evento',
  'progetto',
  'libro',
] as const;

const lines = z.array(z.string().min(1)).min(1);
const slot = z.object({
  id: z.enum(slotIds),
  examples: lines,
  not: lines,
  ack: lines,
  recall: lines,
  ack_piano: lines.optional(),
  recall_piano: lines.optional(),
  recall_prima: lines.optional(),
  recall_oggi: lines.optional(),
  recall_prima_piano: lines.optional(),
  asked: z.object({ known: lines, unknown: lines }),
});

const wordList = z.string().transform((line) => line.split(/\s+/).filter(Boolean));
const forms = z.object({
  labels: z.record(z.enum(slotIds), z.string().min(1)),
  stop: wordList,
  kept: wordList,
  openers: z.record(z.string(), lines),
  refuse: z.record(z.string(), wordList),
  names: wordList,
  places: wordList,
  trades: wordList,
  school: wordList,
  kin: wordList,
  third: wordList,
  sad: wordList,
  dead: wordList,
  friends: wordList,
  animals: wordList,
  moods: wordList,
  events: wordList,
  grave: wordList,
  times: wordList,
  opinions: wordList,
  effects: wordList,
  asked: z.record(z.enum([...slotIds, 'tutto']), lines.optional()),
  clauses: z.record(z.enum(slotIds), z.string().min(1)),
  clauses_third: z.record(z.enum(slotIds), z.string().min(1)),
  topics: z.record(z.enum(slotIds), z.string().min(1)),
});

/** Patterns and answers of the listener. @throws when a file lacks a part or names an unknown slot */
export function parseListenerTexts(slotsData: unknown, formsData: unknown) {
  const { slots } = z.object({ slots: z.array(slot).length(slotIds.length) }).parse(slotsData);
  return { slots, forms: forms.parse(formsData) };
}

export const listenerTexts = parseListenerTexts(slotsFile, formsFile);
