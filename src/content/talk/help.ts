import phrasesFile from './soccorso.yaml?raw';
import formsFile from './soccorso-forme.yaml?raw';
import { parseHelpTexts } from './parse-help-texts.ts';

/** What comes with the site, in Italian. */
export const helpTexts = parseHelpTexts(phrasesFile, formsFile);
