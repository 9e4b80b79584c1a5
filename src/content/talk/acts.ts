import type { ActTexts } from '#shared/contracts/talk-acts.ts';
import esempi from './atti-esempi.yaml';
import atti from './atti.yaml';
import { parseActTexts } from './parse-act-texts.ts';

export const readActTexts = (): ActTexts => parseActTexts(atti, esempi);
