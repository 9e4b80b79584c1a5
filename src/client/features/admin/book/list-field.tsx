import { Fragment, type ReactNode } from 'react';
import { Button } from '../button.tsx';

import { valueAt } from './draft-path.ts';
import type { BookField } from './part-types.ts';
import type { BookDraft } from './use-book-draft.ts';

interface ListFieldProps {
  field: Extract<BookField, { kind: 'list' }>;
  path: string;
  book: BookDraft;
  renderField(field: BookField, path: string): ReactNode;
}

export function ListField({ field, path, book, renderField }: ListFieldProps) {
  const { label, one, most, fields, empty } = field;
  const items = (valueAt(book.draft, path) ?? []) as unknown[];
  const moveTo = (from: number, to: number) => {
    const next = items.toSpliced(from, 1);
    book.change(path, next.toSpliced(to, 0, items[from]));
  };
  return (
    <fieldset className="book-group">
      <legend>{label}</legend>
      {items.map((_, place) => (
        <fieldset key={place} className="book-item">
          <legend>
            {one} {place + 1}
          </legend>
          {fields.map((inner) => (
            <Fragment key={inner.path}>{renderField(inner, `${path}.${place}.${inner.path}`)}</Fragment>
          ))}
          <p className="book-row">
            <Button
              small
              disabled={place === 0}
              aria-label={`Sposta su: ${one} ${place + 1}`}
              onClick={() => moveTo(place, place - 1)}
            >
              Su
            </Button>
            <Button
              small
              disabled={place === items.length - 1}
              aria-label={`Sposta giù: ${one} ${place + 1}`}
              onClick={() => moveTo(place, place + 1)}
            >
              Giù
            </Button>
            <Button
              small
              danger
              aria-label={`Togli: ${one} ${place + 1}`}
              onClick={() => book.change(path, items.toSpliced(place, 1))}
            >
              Togli
            </Button>
          </p>
        </fieldset>
      ))}
      {items.length < most && (
        <Button small onClick={() => book.change(path, [...items, structuredClone(empty)])}>
          Aggiungi {one}
        </Button>
      )}
    </fieldset>
  );
}
