import type { Scheduled } from '#shared/contracts/visibility.ts';
import { visibilityText } from './visibility-texts.ts';

/** Beside what readers do not have yet: that, in words. */
export function VisibilityNote({ row }: { row: Scheduled }) {
  const text = visibilityText(row);
  return text === undefined ? null : <span className="admin-hidden-note">{text}</span>;
}
