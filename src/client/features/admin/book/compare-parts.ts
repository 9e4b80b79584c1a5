import type { BookContent } from '#shared/contracts/book.ts';
import { valueAt, withValueAt } from '../kit/field-path.ts';
import type { FieldSpec } from '../kit/field-kinds.ts';
import { fieldsOf, type BookPart } from './part-types.ts';

interface Difference {
  field: string;
  label: string;
  now: string;
  then: string;
}

/** The fields of a part that two drafts have differently, as text. */
export function differencesIn(part: BookPart, now: BookContent, then: BookContent): Difference[] {
  return fieldsOf(part).flatMap((field) => {
    const { path, label } = field;
    const [one, other] = [valueAt(now, path), valueAt(then, path)];
    if (JSON.stringify(one) === JSON.stringify(other)) return [];
    return [{ field: path, label, now: fieldText(field, one), then: fieldText(field, other) }];
  });
}

/** A draft whose part is that of another one. */
export function withPartOf(draft: BookContent, part: BookPart, source: BookContent): BookContent {
  const paths = fieldsOf(part).flatMap((field) =>
    field.kind === 'recording' ? [field.path, field.seconds] : [field.path],
  );
  return paths.reduce((next, path) => {
    const parent = path.slice(0, path.lastIndexOf('.'));
    // A whole group of fields can be absent.
    const place = valueAt(source, parent) === undefined ? parent : path;
    return withValueAt(next, place, valueAt(source, place));
  }, draft);
}

function fieldText(field: FieldSpec, value: unknown): string {
  if (value === undefined) return '';
  const items: unknown[] = [value].flat();
  if (field.kind === 'list')
    return items
      .map((item) =>
        field.fields
          .map((inner) => `${inner.label}: ${fieldText(inner, valueAt(item, inner.path))}`)
          .join('\n'),
      )
      .join('\n\n');
  if (field.kind === 'picture' && typeof value === 'object')
    return [valueAt(value, 'src'), valueAt(value, 'alt')].join('\n');
  if (field.kind === 'video') return items.map((source) => valueAt(source, 'src')).join('\n');
  return items.map(String).join(field.kind === 'paragraphs' ? '\n\n' : '\n');
}
