import { book } from '#content/book.ts';
import { landing } from '#content/landing.ts';
import { Halftone } from '../halftone.tsx';
import './book.css';
import { ExcerptCard } from './excerpt-card.tsx';
import { Volume } from './volume.tsx';

const { purchase, synopsis, excerpts, excerptsTitle, line } = landing;

/** The book: cover, synopsis, where to buy it, four excerpts to listen to. */
export function BookSection() {
  return (
    <section id="acquista" aria-labelledby="acquista-titolo" className="book">
      <Halftone className="text-paper" towards="down" />
      <div className="pt-[clamp(2rem,5vw,4.5rem)] px-[var(--edge)] pb-[clamp(3rem,7vw,6rem)] bg-paper">
        <div className="grid gap-12 max-w-384 mx-auto min-[900px]:grid-cols-[minmax(0,1fr)_minmax(0,40rem)] min-[900px]:gap-[clamp(3rem,6vw,6rem)] min-[900px]:items-start isolate">
          <Volume />
          <div className="book-words">
            <p className="eyebrow text-rust">{book.genre}</p>
            <h2 id="acquista-titolo" className="display">
              {purchase.title}
            </h2>
            <div className="synopsis">
              {synopsis.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
            <div className="waybill">
              <p className="waybill-route" aria-hidden="true">
                <span>{line.from}</span>
                <i />
                <span>{line.to}</span>
              </p>
              <p>{purchase.text}</p>
              <p className="waybill-action">
                <a href={purchase.address} className="button button-coral">
                  {purchase.button}
                </a>
                <span>{purchase.note}</span>
              </p>
            </div>
          </div>
        </div>
        <h3 className="max-w-384 mt-[clamp(4rem,9vw,8rem)] mx-auto mb-6 [font:600_clamp(1.75rem,3.2vw,2.75rem)/1.05_var(--font-condensed)]">
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
