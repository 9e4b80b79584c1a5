import { readFileSync } from 'node:fs';
import { deflections } from '#content/book.ts';
import { createGuard } from '#server/spoilers/guard.ts';
import { ownLines } from './offline.ts';

export const persona = { name: 'Nilak', text: readFileSync('src/content/persona.md', 'utf8') };

/** The guard as the composition root makes it. */
export const bookGuard = () => ({ release: createGuard([persona.text, ...ownLines]), deflections });
