import type { Scheduled } from '#shared/contracts/visibility.ts';
import { visibilityText } from './visibility-texts.ts';

export function VisibilityNote({ row }: { row: Scheduled }) {
  const text = visibilityText(row);
  return text === undefined ? null : <span className="admin-hidden-note">{text}</span>;
}
