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

type CardInput = Partial<Record<keyof CardFields, unknown>>;

/** As the server takes it, field by field; an emptied one is sent empty, to be cleared. */
export function inputOf(fields: Partial<CardFields>): CardInput {
  const { about, asks, until, ...texts } = fields;
  const level = until?.trim();
  return {
    ...texts,
    ...(about !== undefined && { about: splitList(about, ',') }),
    ...(asks !== undefined && { asks: splitList(asks, '\n') }),
    ...(level !== undefined && { until: /^\d+$/.test(level) ? Number(level) : null }),
    // Only a card of the moment has a mood.
    ...(texts.kind !== undefined && texts.kind !== 'now' && { mood: '' }),
  };
}

function splitList(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
