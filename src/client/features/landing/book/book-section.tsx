import { book } from '#content/book.ts';
import { landing } from '#content/landing.ts';
import { Halftone } from '../halftone.tsx';
import './book.css';
import { ExcerptCard } from './excerpt-card.tsx';
import { Volume } from './volume.tsx';

const { purchase, synopsis, excerpts, excerptsTitle, line, spread } = landing;

/** The book: cover, synopsis, where to buy it, four excerpts to listen to. */
export function BookSection() {
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
            <Waybill />
          </div>
          <div className="book-volume">
            <Volume sizes="(max-width: 899px) 45vw, 400px" />
          </div>
          <div className="synopsis">
            {synopsis.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </div>
      </div>
      <figure className="spread">
        <blockquote>{spread.sentence}</blockquote>
        <figcaption>
          <span>
            <span aria-hidden="true">{spread.folios[0]}</span> {spread.source}
          </span>
          <span aria-hidden="true">{spread.folios[1]}</span>
        </figcaption>
      </figure>
      <div className="book-page">
        <h3 className="max-w-384 mx-auto mb-6 [font:600_clamp(1.75rem,3.2vw,2.75rem)/1.05_var(--font-condensed)]">
          {excerptsTitle}
        </h3>
        <ul role="list" className="excerpts">
          {excerpts.map((excerpt) => (
            <ExcerptCard key={excerpt.audio} excerpt={excerpt} />
          ))}
        </ul>
      </div>
      <Halftone className="text-paper" towards="up" />
    </section>
  );
}

/** Buying is a consignment note: the first thing that whoever comes here to buy has before them. */
function Waybill() {
  return (
    <div className="waybill">
      <p
        className="flex items-center gap-3 mb-3 [font:600_0.8125rem/1_var(--font-mono)] tracking-[0.14em] uppercase"
        aria-hidden="true"
      >
        <span>{line.from}</span>
        <i className="flex-1 h-[7px] [background:linear-gradient(var(--color-night)_0_0)_0_0_/_100%_2px_no-repeat,repeating-linear-gradient(to_right,var(--color-night)_0_2px,transparent_2px_18px)]" />
        <span>{line.to}</span>
      </p>
      <p>{purchase.text}</p>
      <p className="flex flex-wrap items-center gap-x-5 gap-y-2 mt-4">
        <a href={purchase.address} className="button button-coral">
          {purchase.button}
        </a>
        <span className="flex-[1_1_12rem] text-[1rem] leading-[1.35]">{purchase.note}</span>
      </p>
    </div>
  );
}
