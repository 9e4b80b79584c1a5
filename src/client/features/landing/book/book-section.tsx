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
      <div className="book-inner">
        <div className="book-sheet">
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
        <h3 className="excerpts-title">{excerptsTitle}</h3>
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
