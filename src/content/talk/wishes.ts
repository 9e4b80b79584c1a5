import { z } from 'zod';
import forms from './ascolto-forme.yaml';
import { emptyTexts, type EmptyTexts } from '#shared/contracts/empty-texts.ts';
import empty from './nulla.yaml';
import wishes from './richieste.yaml';

const ways = z.record(z.string(), z.array(z.coerce.string()));

/**
 * Ways of asking for what is made on the spot, by the wish: to go on, to read aloud, to be reminded of something. What readers ask
 * about themselves stands with the listener's slots. @throws when a file is invalid
 */
export function readWishes(): Readonly<Record<string, readonly string[]>> {
  const byWish = ways.parse(wishes);
  const aboutReader = Object.values(ways.parse(z.object({ asked: z.unknown() }).parse(forms).asked)).flat();
  return { ...byWish, ricordo_lettore: [...(byWish.ricordo_lettore ?? []), ...aboutReader] };
}

/** What he says when nothing fits; see nulla.yaml. @throws when the file is invalid */
export const readEmptyTexts = (): EmptyTexts => emptyTexts.parse(empty);
