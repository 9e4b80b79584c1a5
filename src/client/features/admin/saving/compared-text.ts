import { never } from '#shared/contracts/visibility.ts';
import { formatExpiry } from '../format.ts';
import { startText } from '../visibility/visibility-texts.ts';

const formats: Readonly<Partial<Record<string, (moment: string) => string>>> = {
  visibleFrom: startText,
  expiresAt: formatExpiry,
};

export function comparedText(field: string, value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const isMoment = text === never || !Number.isNaN(Date.parse(text));
  return (isMoment && formats[field]?.(text)) || text;
}
