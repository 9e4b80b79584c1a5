import { z } from 'zod';
import { lifeTopics } from '#shared/contracts/book.ts';
import type { ActTexts } from '#shared/contracts/talk-acts.ts';
import esempi from './atti-esempi.yaml';
import neutri from './atti-neutri.yaml';
import atti from './atti.yaml';
import { parseActTexts } from './parse-act-texts.ts';
import vita from './vita.yaml';

const waysByTopic = z.record(z.enum(lifeTopics), z.array(z.string()));

const linesByAct = z.record(z.string(), z.array(z.string()).min(1));

export const readActTexts = (): ActTexts => parseActTexts(atti, esempi);

/** Ways of asking a character about his own life, by its topic. @throws when a topic is missing or not one of the contract's */
export const readLifeWays = (): z.infer<typeof waysByTopic> => waysByTopic.parse(vita);

/** What any book's character says to acts of which the author wrote no lines, by the act. @throws when the file is invalid */
export const readNeutralLines = (): Readonly<Record<string, readonly string[]>> => linesByAct.parse(neutri);
