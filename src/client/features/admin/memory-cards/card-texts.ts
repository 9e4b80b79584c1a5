import {
  spokenWords,
  type ListedCard,
  type MemoryCardKind,
  type WritingCost,
} from '#shared/contracts/memory-cards.ts';
import type { StrayWord } from '#shared/contracts/summaries.ts';
import { countOf, formatNumber } from '../format.ts';

export const kindNames: Record<MemoryCardKind, { one: string; many: string }> = {
  fact: { one: 'Fatto', many: 'fatti' },
  who: { one: 'Persona', many: 'persone' },
  place: { one: 'Luogo', many: 'luoghi' },
  thing: { one: 'Cosa', many: 'cose' },
  why: { one: 'Perché', many: 'perché' },
  feeling: { one: 'Sentimento', many: 'sentimenti' },
  opinion: { one: 'Opinione', many: 'opinioni' },
  whatif: { one: 'E se…', many: 'e se…' },
  self: { one: 'Di sé, sempre', many: 'di sé' },
  now: { one: 'Adesso', many: 'adesso' },
  end: { one: 'Fine del libro', many: 'fine del libro' },
};

export const kindHints: Partial<Record<MemoryCardKind, string>> = {
  whatif: 'Che cosa farebbe o penserebbe se le cose fossero andate diversamente.',
  self: 'Com’è fatto lui, in parole di ogni giorno: «sempre» perché non cambia con la storia. Lo dice soltanto a chi glielo chiede.',
  now: 'Dov’è e che cosa fa quando la sezione finisce. Lo dice a chi gli chiede che cosa sta facendo.',
  end: 'Lo dice a chi ha finito il libro.',
};

export function cardName({ asks, says }: Pick<ListedCard, 'asks' | 'says'>): string {
  const [name = says] = asks;
  return name.length > 60 ? `${name.slice(0, 60).replace(/\s+\S*$/, '')}…` : name;
}

/** `38 parole`, with advice when too long. */
export function lengthText(words: number): string {
  const count = countOf(words, 'parola', 'parole');
  return words > spokenWords ? `${count}: a voce è meglio non passare le ${spokenWords}` : count;
}

export function originText({ generated, stale }: Pick<ListedCard, 'generated' | 'stale'>): string {
  const origin = generated ? `scritto da ${generated.by}` : 'scritto da te';
  if (generated?.unread)
    return `${origin} prima dei segni «non c’ero»: non lo dice finché non lo rileggi e salvi`;
  return stale ? `${origin}; il testo è cambiato` : origin;
}

/** «Irja», che il lettore incontra alla sezione 4. */
export function laterText(later: readonly StrayWord[]): string {
  const words = later.map(({ word, first }) => `«${word}», che il lettore incontra alla sezione ${first}`);
  return `Dice ${words.join('; ')}.`;
}

/** `12 ricordi (8 fatti, 3 persone, 1 adesso)` */
export function arrivedText(cards: readonly Pick<ListedCard, 'kind'>[]): string {
  const counts = new Map<MemoryCardKind, number>();
  for (const { kind } of cards) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const parts = [...counts].map(
    ([kind, count]) => `${count} ${count === 1 ? kindNames[kind].one.toLowerCase() : kindNames[kind].many}`,
  );
  const all = countOf(cards.length, 'ricordo', 'ricordi');
  return parts.length > 0 ? `${all} (${parts.join(', ')})` : all;
}

export function costText({ requests, input, output, price }: WritingCost): string {
  const requestCount = countOf(requests, 'richiesta', 'richieste');
  const tokens = `circa ${formatNumber(input + output)} token`;
  if (!price) return `${requestCount}, ${tokens}; il prezzo del modello non è nel listino`;
  const money = new Intl.NumberFormat('it-IT', {
    style: 'currency',
    currency: price.currency,
    maximumSignificantDigits: 2,
  }).format(price.cost);
  return `${requestCount}, ${tokens}, al massimo ${money} (listino del ${new Date(price.date).toLocaleDateString('it-IT')}; con un piano gratuito niente)`;
}
