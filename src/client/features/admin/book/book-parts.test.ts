import { expect, test } from 'vitest';
import { builtInBook } from '#content/built-in-book.ts';
import { bookContent } from '#shared/contracts/book.ts';
import { bookParts } from './book-parts.ts';
import { fieldsOf } from './part-types.ts';
import { valueAt, withValueAt } from '../kit/field-path.ts';
import type { FieldSpec } from '../kit/field-kinds.ts';

const allFields = bookParts.flatMap(fieldsOf);

const full = bookContent.parse(builtInBook);

function pathsOf(field: FieldSpec, before = ''): string[] {
  const path = before + field.path;
  if (field.kind !== 'list') return [path];
  return field.fields.flatMap((inner) => pathsOf(inner, `${path}.0.`));
}

const sample = (field: FieldSpec): unknown => {
  if (field.kind === 'number') return 7;
  if (field.kind === 'address') return 'https://libri.example/uno';
  if (field.kind === 'lines' || field.kind === 'paragraphs') return ['Una riga'];
  if (field.kind === 'recording') return '/uploads/audio/a.mp3';
  if (field.kind === 'choice') return field.choices.at(-1)?.value;
  if (field.kind === 'video') return [{ src: '/uploads/video/a.mp4', type: 'video/mp4' }];
  if (field.kind === 'picture')
    return field.address
      ? '/uploads/images/a.png'
      : { src: '/uploads/images/a.png', width: 4, height: 3, alt: 'Un ponte' };
  if (field.kind === 'list')
    return [
      Object.fromEntries(
        Object.keys(field.empty as object).map((key) => [key, (field.empty as Record<string, unknown>)[key]]),
      ),
    ];
  return 'Un testo';
};

test.each(allFields.map((field) => [field.path, field] as const))(
  '«%s» is kept by the contract',
  (path, field) => {
    const parents = path.split('.').slice(0, -1);
    const draft =
      valueAt(full, parents.join('.')) === undefined
        ? withValueAt(full, parents.join('.'), { name: '', contact: '' })
        : full;
    const changed = bookContent.parse(withValueAt(draft, path, sample(field)));
    expect(valueAt(changed, path)).toEqual(sample(field));
  },
);

test('every text of the book has its field', () => {
  const edited = allFields.flatMap((field) => pathsOf(field)).map((path) => path.replaceAll(/\.\d+/g, ''));
  const texts: string[] = [];
  const visit = (value: unknown, path: string) => {
    if (typeof value === 'string' && /\p{L}/u.test(value)) texts.push(path);
    else if (Array.isArray(value)) value.forEach((item) => visit(item, path));
    else if (typeof value === 'object' && value !== null)
      for (const [key, item] of Object.entries(value)) visit(item, path ? `${path}.${key}` : key);
  };
  visit(full, '');
  const missing = [...new Set(texts)].filter(
    (path) => !edited.some((field) => path === field || path.startsWith(`${field}.`)),
  );
  expect(missing.sort()).toEqual([
    'landing.audiobook.transcript',
    'landing.excerpts.transcript',
    'landing.privacy.link.label',
    'landing.privacy.link.to',
  ]);
});

test('a changed draft leaves the one before as it was', () => {
  const before = { list: [{ a: 1 }, { a: 2 }] };
  expect(withValueAt(before, 'list.1.a', 3)).toEqual({ list: [{ a: 1 }, { a: 3 }] });
  expect(before.list[1]).toEqual({ a: 2 });
});
