import { z } from 'zod';
import { memoryCardKinds, type ListedCard } from '#shared/contracts/memory-cards.ts';
import { requiredText } from '#shared/contracts/values.ts';
import { countWords } from '#shared/words.ts';
import { SheetForm, useSheet, type SheetKind } from '../kit/sheet.tsx';
import { fieldsOf, type CardDraft, type CardFields } from './card-fields.ts';
import { kindHints, kindNames, lengthText } from './card-texts.ts';
import type { Cards } from './use-cards.ts';

const sheet: SheetKind<ListedCard, CardFields> = {
  // The server judges the rest, which is typed as lines and lists.
  contract: z.looseObject({ says: requiredText('La risposta', Number.POSITIVE_INFINITY) }),
  values: (card) => ({ ...fieldsOf(card ?? {}) }),
  className:
    'grid gap-x-6 gap-y-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] md:*:has-[textarea]:col-span-full',
  fields: [
    {
      kind: 'choice',
      path: 'kind',
      label: 'Tipo',
      choices: memoryCardKinds.map((value) => ({ value, label: kindNames[value].one })),
      hint: (kind) => kindHints[kind as CardFields['kind']],
    },
    { kind: 'text', path: 'about', label: 'Nomi', hint: 'Di chi o di che cosa parla; con le virgole.' },
    {
      kind: 'text',
      path: 'asks',
      label: 'Domande',
      rows: 4,
      hint: 'Come lo chiederebbe un lettore, una per riga: bastano tre o quattro.',
      isShown: ({ kind }) => kind !== 'now' && kind !== 'end',
    },
    {
      kind: 'text',
      path: 'says',
      label: 'Risposta',
      rows: 4,
      hint: (says) => lengthText(countWords(says)),
    },
    {
      kind: 'text',
      path: 'more',
      label: 'Seguito',
      rows: 2,
      hint: (more) =>
        more.trim() === '' ? 'Per chi chiede «e poi?» o «perché?».' : lengthText(countWords(more)),
    },
    { kind: 'text', path: 'back', label: 'Domanda di ritorno', hint: 'Che cosa chiede lui al lettore.' },
    {
      kind: 'text',
      path: 'chip',
      label: 'Domanda suggerita',
      hint: 'Si mostra sotto la chat; trova questo ricordo.',
    },
    {
      kind: 'text',
      path: 'until',
      label: 'Vale fino alla sezione',
      numeric: true,
      hint: 'Dopo non lo direbbe più.',
    },
    { kind: 'text', path: 'mood', label: 'Umore', isShown: ({ kind }) => kind === 'now' },
  ],
};

interface CardFormProps {
  cards: Cards;
  /** Absent for a new card, whose id was chosen when the form was opened. */
  card: ListedCard | undefined;
  newId: string;
  begun: CardDraft;
  evidence?: string;
  draftKey: string;
  onClose(savedId: string | undefined): void;
  onUnsavedChange(unsaved: boolean): void;
}

/** Edits one card, which saves on its own inside its section's sheet. */
export function CardForm(props: CardFormProps) {
  const { cards, card, newId, begun, evidence, draftKey, onClose, onUnsavedChange } = props;
  const form = useSheet({
    kind: sheet,
    entity: cards.entity,
    item: card,
    newId,
    begun: card ? {} : fieldsOf(begun),
    draftKey,
    isInside: true,
    firstField: (card ?? begun.asks) ? 'says' : 'asks',
    onClose: (isSaved) => onClose(isSaved ? (card?.id ?? newId) : undefined),
    onUnsavedChange,
  });
  return (
    <div className="admin-inside">
      <SheetForm
        sheet={form}
        className="admin-band grid gap-4"
        label={card ? 'Modifica il ricordo' : 'Nuovo ricordo'}
        texts={{ save: 'Salva il ricordo', leave: 'Lascia stare' }}
        lead={
          evidence && (
            <blockquote className="font-serif text-[0.9375rem] pl-3 border-l-3 border-l-night">
              {evidence}
            </blockquote>
          )
        }
      />
    </div>
  );
}
