import { useRef, useState } from 'react';
import type { PublicBook } from '#shared/contracts/book.ts';
import { noShop } from '#shared/pages.ts';
import { currentBook } from '#client/current-book.ts';
import { Opening } from './opening.tsx';
import { Halftone } from '../halftone.tsx';
import './book.css';
import { ExcerptCard } from './excerpt-card.tsx';
import { Volume } from './volume.tsx';

type Landing = PublicBook['landing'];

export function BookSection() {
  const { book, landing } = currentBook();
  const { purchase, synopsis, excerpts, excerptsTitle, spread, audiobook } = landing;
  return (
    <section id="acquista" aria-labelledby="acquista-titolo" className="book">
      <Halftone className="text-paper" towards="down" />
      <div className="book-page">
        <div className="book-grid">
          <div className="book-head">
            <p className="eyebrow text-rust">{book.genre}</p>
            <h2 id="acquista-titolo" className="display">
              {purchase.title}
            </h2>
            <Waybill landing={landing} />
          </div>
          <div className="book-volume">
            <Volume sizes="(max-width: 599px) 45vw, (max-width: 1159px) 34vw, 450px" />
          </div>
          <div className="synopsis">
            {synopsis.filter(Boolean).map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            {book.biography && <Biography author={book.author} text={book.biography} />}
          </div>
        </div>
      </div>
      {spread.sentence && <Spread spread={spread} />}
      {audiobook.transcript && <Opening {...audiobook} />}
      {excerpts.length > 0 && (
        <div className="book-page">
          <h3 className="max-w-384 mx-auto mb-6 [font:600_clamp(1.75rem,3.2vw,2.75rem)/1.05_var(--font-condensed)]">
            {excerptsTitle}
          </h3>
          <ul role="list" className="excerpts">
            {excerpts.map((excerpt) => (
              <ExcerptCard key={excerpt.title} excerpt={excerpt} />
            ))}
          </ul>
        </div>
      )}
      <Halftone className="text-paper" towards="up" />
    </section>
  );
}

function Waybill({ landing: { purchase, line } }: { landing: Landing }) {
  const box = useRef<HTMLDivElement>(null);
  const [hasAnswered, setHasAnswered] = useState(false);

  /** Without a shop the button leads to where it stands: the box takes the focus and says why. */
  function answer(): void {
    setHasAnswered(true);
    // After the browser has gone to the address's part, which takes the focus away.
    setTimeout(() => box.current?.focus({ preventScroll: true }));
  }

  const hasShop = purchase.address && purchase.address !== noShop;
  return (
    <div ref={box} className="waybill" tabIndex={-1}>
      <p role="status" className="waybill-stamp">
        {hasAnswered &&
          (purchase.date ? `In vendita dal ${purchase.date}` : 'Lo sportello non è ancora aperto')}
      </p>
      <p
        className="flex flex-wrap items-center gap-3 mb-3 [font:600_0.8125rem/1_var(--font-mono)] tracking-[0.14em] uppercase"
        aria-hidden="true"
        hidden={!line.from && !line.to}
      >
        <span>{line.from}</span>
        <i className="flex-1 h-[7px] [background:linear-gradient(var(--color-night)_0_0)_0_0_/_100%_2px_no-repeat,repeating-linear-gradient(to_right,var(--color-night)_0_2px,transparent_2px_18px)]" />
        <span>{line.to}</span>
      </p>
      <p>{purchase.text}</p>
      <PurchaseFacts purchase={purchase} />
      <p className="flex flex-wrap items-center gap-x-5 gap-y-2 mt-4">
        <a
          href={purchase.address || noShop}
          className="button button-coral"
          onClick={hasShop ? undefined : answer}
        >
          {purchase.button}
        </a>
        {purchase.shops?.map(({ name, address }) => (
          <a key={name} href={address} className="underline underline-offset-[0.2em]">
            {name}
          </a>
        ))}
        {purchase.note && (
          <span className="flex-[1_1_12rem] text-[1rem] leading-[1.35]">{purchase.note}</span>
        )}
      </p>
    </div>
  );
}

function PurchaseFacts({ purchase }: { purchase: Landing['purchase'] }) {
  const { price, formats, pages, date, isbn } = purchase;
  const facts = [
    ['Prezzo', price],
    ['Formati', formats],
    ['Pagine', pages],
    ['Uscita', date],
    ['ISBN', isbn],
  ].filter(([, value]) => value);
  if (facts.length === 0) return null;
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 mt-4 text-[1rem] leading-[1.4]">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="[font:600_0.8125rem/1.6_var(--font-mono)] tracking-[0.08em] uppercase">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Biography({ author, text }: { author: string; text: string }) {
  return (
    <div className="synopsis" data-part="autore">
      <h3 className="[font:600_1.25rem/1.3_var(--font-condensed)]">{author}</h3>
      {text.split(/\n{2,}/).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  );
}

function Spread({ spread: { sentence, source, page } }: { spread: Landing['spread'] }) {
  const [left, right] = pagesOf(sentence);
  return (
    <figure className="spread">
      <blockquote>
        <span>{left}</span> <span>{right}</span>
      </blockquote>
      <figcaption>
        <span>
          {page > 0 && <span aria-hidden="true">{page}</span>} {source}
        </span>
        {page > 0 && <span aria-hidden="true">{page + 1}</span>}
      </figcaption>
    </figure>
  );
}

/** Splits at the space nearest to the middle: CSS columns misalign in WebKit. */
function pagesOf(sentence: string): [left: string, right: string] {
  const distance = (space: number) => Math.abs(space - sentence.length / 2);
  const middle = [...sentence.matchAll(/ /g)]
    .map(({ index }) => index)
    .reduce((best, space) => (distance(space) < distance(best) ? space : best), sentence.length);
  return [sentence.slice(0, middle), sentence.slice(middle + 1)];
}
