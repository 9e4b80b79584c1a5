import type { MemorySize } from '#shared/contracts/rehearsal.ts';
import { splitQuotes } from '#shared/quotes.ts';
import { currentBook } from '#client/current-book.ts';
import type { RouterOutputs } from '#client/trpc.ts';
import { formatNumber } from '../format.ts';

type Result = RouterOutputs['rehearsal']['ask'];
type Entry = Result['stable'][number];

const sizeNames: Record<MemorySize, string> = {
  full: 'intera',
  '70': 'al 70%',
  '30': 'al 30%',
  line: 'una frase',
  merged: 'a grandi linee',
  passage: 'i brani che c’entrano',
  card: 'un ricordo',
};
const roleNames = { system: 'Al modello', user: 'Il lettore', assistant: 'Il personaggio' } as const;
const money = (value: number, currency: string) =>
  value.toLocaleString('it-IT', { style: 'currency', currency, maximumSignificantDigits: 2 });

export function RehearsalResult({ result }: { result: Result }) {
  const { response, quotes, cards, model, failure, tokens, stable, forQuestion, locked, messages, level } =
    result;
  return (
    <div className="grid gap-[1.1rem]">
      <figure className="admin-terminal">
        <p className="flex justify-between text-[#9fbfb0] text-[0.8125rem]">
          <span>[{currentBook().character.name.toLocaleUpperCase('it-IT')}]&gt;</span>
          <span>SEC_{String(level).padStart(2, '0')}</span>
        </p>
        {splitQuotes(response, quotes).map(({ text, isQuote }, at) => {
          const Part = isQuote ? 'blockquote' : 'span';
          return (
            <Part
              key={at}
              className={isQuote ? 'my-[0.15em] pl-[1.5ch] border-l-2 border-l-[#8ff0c83d]' : ''}
            >
              {text}
            </Part>
          );
        })}
        <figcaption className="mt-3 pt-2 border-t border-t-[#8ff0c83d] text-[#9fbfb0] text-[0.8125rem]">
          {answerer(result)} · <Price price={result.price} />
        </figcaption>
      </figure>
      {failure && (
        <p role="alert" className="admin-problem">
          {failure} {model !== 'guard' && 'Ha risposto il modello incorporato, come farebbe con un lettore.'}
        </p>
      )}
      <div className="grid gap-x-10 gap-y-5 min-[60rem]:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
        <section aria-labelledby="memory">
          <h3 id="memory" className="pb-[0.35rem] text-[1.1875rem] font-semibold">
            Che cosa ricorda al livello {level}
          </h3>
          {stable.length === 0 && <p className="admin-hint">Niente: nessuna sezione è aperta.</p>}
          <Entries entries={stable} name="Sezioni nella memoria" />
          <p className="admin-hint">
            {cards === 1 ? 'Un ricordo aperto' : `${cards} ricordi aperti`} a questo livello.
          </p>
          {forQuestion.length > 0 && (
            <>
              <h4 className="pt-3 pb-[0.35rem] font-semibold">In più, per questa domanda</h4>
              <Entries entries={forQuestion} name="Aggiunte per la domanda" />
            </>
          )}
        </section>
        <section aria-labelledby="left-out">
          <h3 id="left-out" className="pb-[0.35rem] text-[1.1875rem] font-semibold">
            Che cosa resta fuori
          </h3>
          <LeftOut stable={stable} locked={locked} hasBudget={tokens.budget > 0} />
        </section>
      </div>
      <details className="admin-details">
        <summary>Il testo mandato al modello, parola per parola</summary>
        <p className="admin-hint">
          {formatNumber(tokens.prompt)} token
          {tokens.budget > 0 && ` su ${formatNumber(tokens.budget)}`}; la risposta ne ha presi{' '}
          {formatNumber(tokens.response)}.
        </p>
        {messages.map(({ role, content }, index) => (
          <div key={index}>
            <h4>{roleNames[role]}</h4>
            <pre>{content}</pre>
          </div>
        ))}
      </details>
    </div>
  );
}

function Price({ price }: { price: Result['price'] }) {
  if (price.kind === 'free') return <>gratis, non esce dal server</>;
  if (price.kind === 'unknown') return <>prezzo sconosciuto: il modello non è nel listino del sito</>;
  const { currency, cost, input, output, source, date } = price;
  return (
    <>
      circa {money(cost, currency)} (a listino {money(input, currency)} e {money(output, currency)} per
      milione di token, {source}, {new Date(date).toLocaleDateString('it-IT')})
    </>
  );
}

function Entries({ entries, name }: { entries: readonly Entry[]; name: string }) {
  return (
    <ol aria-label={name}>
      {entries.map(({ sections, title, size }, index) => (
        <li
          key={index}
          data-size={size}
          className="grid grid-cols-[2.75rem_minmax(0,1fr)_auto] items-baseline gap-2 py-1 border-b border-b-(--rule)"
        >
          <span className="admin-number text-[0.875rem]">
            {sections.length > 1 ? `${sections[0]}–${sections.at(-1)}` : sections[0]}
          </span>
          <span>{title || (size === 'card' ? 'Di sempre' : 'Insieme')}</span>
          <span className="text-(--faded) text-[0.9375rem]">{sizeNames[size]}</span>
        </li>
      ))}
    </ol>
  );
}

interface LeftOutProps {
  stable: readonly Entry[];
  locked: readonly number[];
  hasBudget: boolean;
}

function LeftOut({ stable, locked, hasBudget }: LeftOutProps) {
  const short = stable.filter(({ size }) => size !== 'full');
  const numbers = short.flatMap(({ sections }) => sections);
  return (
    <ul className="grid gap-1 pl-[1.1rem] list-[square]">
      {locked.length > 0 ? (
        <li>Chiuse a questo livello, il modello non sa nemmeno che ci sono: {ranges(locked)}.</li>
      ) : (
        <li>Nessuna sezione è chiusa a questo livello.</li>
      )}
      {numbers.length > 0 && (
        <li>
          {hasBudget
            ? `Entrano accorciate per stare nel limite: ${ranges(numbers)}.`
            : `Il modello incorporato le legge intere; a un fornitore andrebbero accorciate ${ranges(numbers)}.`}{' '}
          Crescono per prime le più recenti e quelle di cui parla la domanda.
        </li>
      )}
    </ul>
  );
}

function answerer({ model, price }: Result): string {
  if (model === 'guard') return 'guardia anti-spoiler';
  if (model === 'help') return 'voce d’aiuto';
  return price.kind === 'free' ? 'modello incorporato' : model;
}

function ranges(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`)).join(', ');
}
