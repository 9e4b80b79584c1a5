import { Link } from '@tanstack/react-router';
import { currentBook } from '#client/current-book.ts';
import './closing.css';
import { Sunrise } from './sunrise.tsx';

export function FinalCall() {
  const { finalCta } = currentBook().landing;
  return (
    <section aria-labelledby="chiamata-titolo" className="final">
      <Sunrise />
      <div className="relative grid gap-5 justify-items-center max-w-136 pt-[clamp(13rem,20vw,22rem)] px-5 pb-40 text-[1.25rem] leading-[1.45] text-balance">
        <h2 id="chiamata-titolo" className="display">
          {finalCta.title}
        </h2>
        <p>{finalCta.text}</p>
        <p>
          <Link to="/chat" className="button button-night">
            {finalCta.button}
          </Link>
        </p>
      </div>
    </section>
  );
}
