import type { CreateMemoryCard, ListedCard } from '#shared/contracts/memory-cards.ts';

/** A card as typed: lists as lines or comma-separated, the level as digits. */
export interface CardFields {
  kind: CreateMemoryCard['kind'];
  about: string;
  asks: string;
  says: string;
  more: string;
  back: string;
  until: string;
  chip: string;
  mood: string;
}

export type CardDraft = Partial<Pick<ListedCard, Exclude<keyof CardFields, 'until'>>> & { until?: number };

export function fieldsOf({ kind = 'fact', about, asks, until, ...texts }: CardDraft): CardFields {
  const { says = '', more = '', back = '', chip = '', mood = '' } = texts;
  return {
    kind,
    about: about?.join(', ') ?? '',
    asks: asks?.join('\n') ?? '',
    says,
    more,
    back,
    until: until === undefined ? '' : String(until),
    chip,
    mood,
  };
}

/** Sends every field, so that emptied ones are cleared. */
export function inputOf({ kind, about, asks, until, ...texts }: CardFields) {
  const level = until.trim();
  return {
    ...texts,
    kind,
    about: splitList(about, ','),
    asks: splitList(asks, '\n'),
    until: /^\d+$/.test(level) ? Number(level) : null,
    mood: kind === 'now' ? texts.mood : '',
  };
}

function splitList(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
