import type { ListedCard } from '#shared/contracts/memory-cards.ts';
import { countWords } from '#shared/words.ts';
import { Button } from '../button.tsx';
import { MoveButtons } from '../kit/move-buttons.tsx';
import { cardName, kindNames, laterText, lengthText, originText } from './card-texts.ts';

interface CardRowProps {
  card: ListedCard;
  isFirst: boolean;
  isLast: boolean;
  onMove(by: -1 | 1): void;
  onEdit(): void;
  onDelete(): void;
}

export function CardRow({ card, isFirst, isLast, onMove, onEdit, onDelete }: CardRowProps) {
  const { kind, about, asks, says, more, back, until, chip, mood, later } = card;
  const name = cardName(card);
  const notes = [
    about.length > 0 && `Nomi: ${about.join(', ')}`,
    chip !== undefined && `Suggerita: «${chip}»`,
    until !== undefined && `Fino alla sezione ${until}`,
    mood !== undefined && `Umore: ${mood}`,
  ].filter((note) => note !== false);
  return (
    <>
      <div className="grid gap-1 min-w-0 wrap-anywhere">
        <p className="font-semibold">
          <span className="mr-[0.4em] py-[0.05rem] px-[0.4rem] border border-[#17304f66] font-mono text-[0.8125rem] font-normal whitespace-nowrap">
            {kindNames[kind].one}
          </span>{' '}
          {asks.join(' · ')}
        </p>
        <p className="admin-prose">{says}</p>
        {more !== undefined && <p className="admin-prose text-[0.9375rem]">E poi: {more}</p>}
        {back !== undefined && <p className="admin-prose text-[0.9375rem]">Chiede: {back}</p>}
        <p className="admin-hint">{[lengthText(countWords(says)), originText(card), ...notes].join(' · ')}</p>
        {later.length > 0 && (
          <p className="admin-flag" role="note">
            {laterText(later)}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-start gap-[0.35rem]">
        <MoveButtons
          id={card.id}
          name={`il ricordo «${name}»`}
          isFirst={isFirst}
          isLast={isLast}
          onStep={onMove}
        />
        <Button small data-action="edit" aria-label={`Modifica il ricordo «${name}»`} onClick={onEdit}>
          Modifica
        </Button>
        <Button small danger aria-label={`Elimina il ricordo «${name}»`} onClick={onDelete}>
          Elimina
        </Button>
      </div>
    </>
  );
}
