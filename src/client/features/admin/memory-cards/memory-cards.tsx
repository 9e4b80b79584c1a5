import { useState } from 'react';
import { beforeTheFirst } from '#shared/contracts/memory-cards.ts';
import { Button } from '../button.tsx';
import { confirmLoss } from '../use-unsaved-guard.ts';
import { CardsList } from './cards-list.tsx';

interface MemoryCardsProps {
  section: { id: string; sectionNumber: number };
  /** The first section also shows the cards from before it. */
  isFirst: boolean;
  onUnsavedChange(unsaved: boolean): void;
}

/** «Ricordi»: loaded when opened; each card saves on its own. */
export function MemoryCards({ section, isFirst, onUnsavedChange }: MemoryCardsProps) {
  const [wasOpened, setWasOpened] = useState(false);
  const [isBefore, setIsBefore] = useState(false);
  const [isUnsaved, setIsUnsaved] = useState(false);

  function changeUnsaved(unsaved: boolean): void {
    setIsUnsaved(unsaved);
    onUnsavedChange(unsaved);
  }

  const place = (before: boolean, text: string) => (
    <Button
      small
      aria-pressed={isBefore === before}
      onClick={() => {
        if (isBefore !== before && (!isUnsaved || confirmLoss())) setIsBefore(before);
      }}
    >
      {text}
    </Button>
  );

  return (
    <details
      className="admin-details my-4"
      onToggle={({ currentTarget }) => currentTarget.open && setWasOpened(true)}
    >
      <summary className="py-1 text-[1.1875rem]">Ricordi</summary>
      <p className="admin-hint">
        Quello che il personaggio risponde quando gli chiedono di questa sezione. Ogni ricordo si salva da sé.
      </p>
      {isFirst && (
        <div className="flex flex-wrap items-center gap-2 mt-3" role="group" aria-label="Quali ricordi">
          {place(false, `Della sezione ${section.sectionNumber}`)}
          {place(true, 'Prima della prima sezione')}
        </div>
      )}
      {wasOpened && (
        <CardsList
          key={String(isBefore)}
          address={isBefore ? beforeTheFirst : section.id}
          sectionId={isBefore ? null : section.id}
          onUnsavedChange={changeUnsaved}
        />
      )}
    </details>
  );
}
