import { useLayoutEffect, useRef, useState } from 'react';
import type { LikelyQuestion, ListedCard } from '#shared/contracts/memory-cards.ts';
import { newId } from '#shared/new-id.ts';
import { showToast } from '#client/ui/toast-store.ts';
import { Button } from '../button.tsx';
import { countOf } from '../format.ts';
import { Loaded } from '../kit/loaded.tsx';
import { Sortable } from '../kit/sortable.tsx';
import { useUndoDelete } from '../saving/use-undo-delete.ts';
import { confirmLoss } from '../use-unsaved-guard.ts';
import type { CardDraft } from './card-fields.ts';
import { CardForm } from './card-form.tsx';
import { CardRow } from './card-row.tsx';
import { cardName } from './card-texts.ts';
import { CardsFile } from './cards-file.tsx';
import { CardsWriting } from './cards-writing.tsx';
import { LikelyQuestions } from './likely-questions.tsx';
import { useCards } from './use-cards.ts';

interface CardsListProps {
  address: string;
  sectionId: string | null;
  onUnsavedChange(unsaved: boolean): void;
}

/** The card being edited, one at a time; a new one has no id. */
interface OpenCard {
  card?: ListedCard;
  begun: CardDraft;
  evidence?: string;
  /** React key; for a new card also its future id. */
  key: string;
}

export function CardsList({ address, sectionId, onUnsavedChange }: CardsListProps) {
  const cards = useCards(address, sectionId);
  const undo = useUndoDelete();
  const [isUnsaved, setIsUnsaved] = useState(false);
  const [openCard, setOpenCard] = useState<OpenCard>();
  const [message, setMessage] = useState('');
  const addButton = useRef<HTMLButtonElement>(null);
  const { list, focusLater } = useRowFocus();
  const rows = cards.list.data;

  function changeUnsaved(unsaved: boolean): void {
    setIsUnsaved(unsaved);
    onUnsavedChange(unsaved);
  }

  function open(card: Omit<OpenCard, 'key'>): void {
    if (isUnsaved && !confirmLoss()) return;
    setOpenCard({ ...card, key: newId() });
  }

  function close(savedId: string | undefined): void {
    if (savedId !== undefined) setMessage(openCard?.card ? 'Ricordo salvato.' : 'Ricordo aggiunto.');
    const rowId = savedId ?? openCard?.card?.id;
    if (rowId === undefined) addButton.current?.focus();
    else focusLater(rowId, 'edit');
    setOpenCard(undefined);
  }

  async function remove(card: ListedCard): Promise<void> {
    if (!window.confirm(`Sei sicuro di voler eliminare il ricordo «${cardName(card)}»?`)) return;
    if (!(await cards.remove(card.id))) return;
    setMessage('Ricordo eliminato.');
    showToast({ title: 'Ricordo eliminato', action: { label: 'Annulla', run: () => undo(card.id) } });
    addButton.current?.focus();
  }

  function move(card: ListedCard, by: -1 | 1): void {
    const place = cards.order.step(card.id, by);
    if (place === undefined) return;
    setMessage(`«${cardName(card)}» ora è al posto ${place} di ${rows?.length}.`);
    focusLater(card.id, by === -1 ? 'up' : 'down');
  }

  function answer({ question, kind, about, evidence }: LikelyQuestion): void {
    open({ begun: { kind, about, asks: [question] }, evidence });
  }

  const formOf = ({ card, key, begun, evidence }: OpenCard) => (
    <CardForm
      key={key}
      cards={cards}
      card={card && (rows?.find(({ id }) => id === card.id) ?? card)}
      newId={key}
      begun={begun}
      {...(evidence && { evidence })}
      draftKey={`ricordo:${card?.id ?? `nuovo:${address}`}`}
      onClose={close}
      onUnsavedChange={changeUnsaved}
    />
  );
  if (!rows)
    return (
      <Loaded query={cards.list} failed="Impossibile leggere i ricordi" loading="Lettura dei ricordi…">
        {() => null}
      </Loaded>
    );
  return (
    <div className="grid gap-4 mt-4">
      {sectionId !== null && <CardsWriting sectionId={sectionId} cards={rows} />}
      <div className="flex flex-wrap items-center gap-2">
        <p className="admin-count" role="status">
          {countOf(rows.length, 'ricordo', 'ricordi')}
          {message && ` · ${message}`}
        </p>
        <CardsFile address={address} cards={cards} onAnnounce={setMessage} />
        <Button ref={addButton} main small onClick={() => open({ begun: {} })}>
          Aggiungi ricordo
        </Button>
      </div>
      {openCard && !openCard.card && formOf(openCard)}
      {rows.length === 0 && (
        <p className="py-6 border-y border-y-(--rule) text-center">
          Nessun ricordo: chi chiede riceve soltanto il testo.
        </p>
      )}
      <Sortable
        ids={rows.map(({ id }) => id)}
        nameOf={(id) =>
          rows
            .filter((card) => card.id === id)
            .map((card) => `il ricordo «${cardName(card)}»`)
            .join()
        }
        onMove={cards.order.drop}
      >
        <ol ref={list} aria-label="Ricordi">
          {rows.map((card, at) => (
            <li
              key={card.id}
              data-card={card.id}
              className={`grid gap-x-5 gap-y-2 py-3 border-b border-b-(--rule) first:border-t-2 first:border-t-(--ink) ${openCard?.card?.id === card.id ? '' : 'md:grid-cols-[minmax(0,1fr)_auto]'}`}
            >
              {openCard?.card?.id === card.id ? (
                formOf(openCard)
              ) : (
                <CardRow
                  card={card}
                  isFirst={at === 0}
                  isLast={at === rows.length - 1}
                  onMove={(by) => move(card, by)}
                  onEdit={() => open({ card, begun: {} })}
                  onDelete={() => void remove(card)}
                />
              )}
            </li>
          ))}
        </ol>
      </Sortable>
      {sectionId !== null && <LikelyQuestions address={address} onAnswer={answer} />}
    </div>
  );
}

function useRowFocus() {
  const list = useRef<HTMLOListElement>(null);
  const [wanted, setWanted] = useState<{ id: string; action: string }>();
  useLayoutEffect(() => {
    if (!wanted) return;
    const row = list.current?.querySelector(`[data-card="${CSS.escape(wanted.id)}"]`);
    row?.querySelector<HTMLElement>(`[data-action="${wanted.action}"]`)?.focus();
  }, [wanted]);
  return { list, focusLater: (id: string, action: string) => setWanted({ id, action }) };
}
