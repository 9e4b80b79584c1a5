import type { CardsWriting, ListedCard } from '#shared/contracts/memory-cards.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '../button.tsx';
import { costText } from './card-texts.ts';
import { isWriting, useCardsWriting } from './use-cards-writing.ts';

interface CardsWritingProps {
  sectionId: string;
  cards: readonly ListedCard[];
}

export function CardsWriting({ sectionId, cards }: CardsWritingProps) {
  const { writing, isPending, write, writeAll, stop, retry } = useCardsWriting();
  const { data: cost } = trpc.memoryCards.cost.useQuery(
    { id: sectionId },
    { enabled: writing?.model !== undefined },
  );
  if (!writing) return null;
  if (writing.model === undefined)
    return (
      <p className="admin-hint">
        Con la chiave di un fornitore può scriverli anche un modello; senza, si parte dalle domande probabili.
      </p>
    );
  const generated = cards.filter((card) => card.generated);
  const isStale = generated.some(({ stale }) => stale);
  const question = `I ${generated.length} ricordi scritti dal modello saranno sostituiti; i tuoi restano. Continuare?`;
  return (
    <section
      className="admin-band grid gap-2"
      aria-label="Ricordi scritti dal modello"
      data-state={writing.state}
    >
      <div role="status">
        <WritingNow writing={writing} />
        {isStale && !isWriting(writing) && (
          <p>Il testo è cambiato da quando il modello ha scritto i suoi: conviene rifarli.</p>
        )}
      </div>
      {writing.failure && (
        <p role="alert" className="text-(--rust) font-semibold">
          {writing.failure}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {isWriting(writing) || writing.state === 'failed' ? (
          <>
            {writing.state === 'failed' && (
              <Button small disabled={isPending} onClick={retry}>
                Riprova
              </Button>
            )}
            <Button small disabled={isPending} onClick={stop}>
              Interrompi
            </Button>
          </>
        ) : (
          <>
            {cost?.section && (
              <Button
                small
                disabled={isPending}
                onClick={() => (generated.length === 0 || window.confirm(question)) && write(sectionId)}
              >
                Scrivi i ricordi di questa sezione
              </Button>
            )}
            {cost && cost.all.sections > 0 && (
              <Button
                small
                disabled={isPending}
                onClick={() =>
                  window.confirm(allQuestion(cost.all.sections, costText(cost.all))) && writeAll()
                }
              >
                Scrivi quelli di tutte
              </Button>
            )}
          </>
        )}
      </div>
      {cost?.section && !isWriting(writing) && (
        <p className="admin-hint">
          {writing.model} riceve soltanto il testo di questa sezione: {costText(cost.section)}.
        </p>
      )}
    </section>
  );
}

export function allQuestion(sections: number, cost: string): string {
  const which = sections === 1 ? 'della sezione che non ne ha' : `delle ${sections} sezioni che non ne hanno`;
  return `Scrivere i ricordi ${which}, una alla volta? ${cost[0]?.toUpperCase()}${cost.slice(1)}. I tuoi non si toccano.`;
}

export function WritingNow({
  writing: { state, current, requested, until, last },
}: {
  writing: CardsWriting;
}) {
  if (state === 'waiting')
    return (
      <p>
        Il fornitore adesso non risponde, o chiede di aspettare: si riprende da sé
        {until && ` alle ${new Date(until).toLocaleTimeString('it-IT')}`}.
      </p>
    );
  if (state === 'running')
    return (
      <div className="grid gap-2">
        <progress
          {...(current && { value: current.cards, max: current.wanted })}
          aria-label="Ricordi della sezione"
        />
        <p>
          {current
            ? `Sezione ${current.sectionNumber}, «${current.title}»: ${current.cards} di circa ${current.wanted}.`
            : 'Si comincia…'}
          {requested.length > 1 &&
            ` Poi ${requested.length - 1 === 1 ? 'un’altra' : `altre ${requested.length - 1}`}.`}
        </p>
      </div>
    );
  if (state === 'idle' && last)
    return (
      <p>
        {last.cards === 0
          ? `Dalla sezione ${last.sectionNumber} non è venuto nessun ricordo da tenere.`
          : `Sezione ${last.sectionNumber}: ${last.cards === 1 ? 'un ricordo scritto' : `${last.cards} ricordi scritti`}.`}
        {last.dropped > 0 && ` Scartati ${last.dropped}, doppi o con qualcosa che il testo non dice.`}
      </p>
    );
  return null;
}
