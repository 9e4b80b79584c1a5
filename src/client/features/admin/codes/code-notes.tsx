import { codeKey, isExpired } from '#shared/contracts/codes.ts';
import type { UnlockCode } from '#shared/contracts/unlock-codes.ts';
import { countOf, formatExpiry, formatNumber } from '../format.ts';

const day = (timestamp: string) =>
  new Date(timestamp).toLocaleDateString('it-IT', { day: 'numeric', month: 'short', year: 'numeric' });

/** Whether a person could guess a code: short, only letters, only digits, or one repeated character. */
export function isEasyToGuess(code: string): boolean {
  if (/^[a-hj-kmnp-z2-9]{4}-[a-hj-kmnp-z2-9]{4}$/.test(code) && new Set(code).size > 4) return false;
  const key = codeKey(code);
  return key.length < 8 || /^\p{L}+$/u.test(key) || /^\p{N}+$/u.test(key) || new Set(key).size < 4;
}

/** Readers may type such letters without the accent, above all in capitals, and the code would be wrong. */
export const hasAccents = (code: string): boolean => /\p{M}/u.test(code.normalize('NFD'));

function notesOf(
  code: UnlockCode,
  lastSection: number | undefined,
  opensTrack: boolean,
): { text: string; isWarning?: boolean }[] {
  const { uses, usedCount = 0, lastUsedAt, expiresAt, maxSection } = code;
  const isSpent = uses !== undefined && usedCount >= uses;
  return [
    ...(isExpired(code, new Date().toISOString())
      ? [{ text: `scaduto il ${formatExpiry(expiresAt ?? '')}`, isWarning: true }]
      : expiresAt
        ? [{ text: `vale fino al ${formatExpiry(expiresAt)}` }]
        : []),
    ...(isSpent ? [{ text: 'esaurito', isWarning: true }] : []),
    ...(lastSection !== undefined && maxSection > lastSection
      ? [{ text: `la sezione ${maxSection} non c’è: l’ultima è la ${lastSection}`, isWarning: true }]
      : []),
    ...(opensTrack ? [{ text: 'è anche un codice musicale', isWarning: true }] : []),
    ...(isEasyToGuess(code.code) ? [{ text: 'facile da indovinare', isWarning: true }] : []),
    ...(hasAccents(code.code)
      ? [{ text: 'ha lettere accentate: chi lo scrive senza accento non entra', isWarning: true }]
      : []),
    ...(uses !== undefined
      ? [{ text: `usato da ${formatNumber(usedCount)} su ${countOf(uses, 'lettore', 'lettori')}` }]
      : []),
    ...(uses === undefined && usedCount > 0
      ? [{ text: `usato da ${countOf(usedCount, 'lettore', 'lettori')}` }]
      : []),
    ...(lastUsedAt ? [{ text: `ultima volta il ${day(lastUsedAt)}` }] : []),
  ];
}

interface CodeNotesProps {
  code: UnlockCode;
  lastSection: number | undefined;
  opensTrack: boolean;
}

export function CodeNotes({ code, lastSection, opensTrack }: CodeNotesProps) {
  const notes = notesOf(code, lastSection, opensTrack);
  if (notes.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-3 text-(--faded) text-[0.875rem]">
      {notes.map(({ text, isWarning }) => (
        <li key={text} className={isWarning ? 'text-(--rust) font-semibold' : ''}>
          {text}
        </li>
      ))}
    </ul>
  );
}
