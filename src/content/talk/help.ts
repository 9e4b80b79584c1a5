import phrasesFile from './soccorso.yaml';
import formsFile from './soccorso-forme.yaml';
import { parseHelpTexts } from './parse-help-texts.ts';

export const helpTexts = parseHelpTexts(phrasesFile, formsFile);
