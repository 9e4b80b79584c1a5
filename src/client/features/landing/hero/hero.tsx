import { Link } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import { book } from '#content/book.ts';
import { landing } from '#content/landing.ts';
import { Picture } from '#client/ui/picture.tsx';
import './hero.css';
import { HeroLoop } from './hero-loop.tsx';

const { hero } = landing;

/** The first screen: the banner, 400 px high, the title across its lower edge, and the page's two ways on. */
export function Hero() {
  return (
    <header className="hero">
      <div className="hero-banner" data-testid="hero-banner">
        {/* Up to 640 px the banner is taller than the picture is wide: the height decides how wide it is drawn. */}
        <Picture
          image={hero.still}
          sizes="(max-width: 640px) 640px, max(100vw, 711px)"
          priority
          className="hero-still"
        />
        <HeroLoop sources={hero.loop} />
      </div>
      <nav aria-label="Pagina" className="hero-nav">
        <span>{book.author}</span>
        <ul role="list">
          <li>
            <a href="#acquista">Il libro</a>
          </li>
          <li>
            <a href="#capitolo-1">Ascolta</a>
          </li>
          <li>
            <a href="#mondo">Il mondo</a>
          </li>
          <li>
            <Link to="/chat">Chat</Link>
          </li>
        </ul>
      </nav>
      <div className="hero-words">
        <h1
          className="mt-[-0.75em] ml-[-0.03em] font-condensed font-semibold text-[17vw] leading-[0.88] tracking-[-0.01em] uppercase min-[641px]:mt-[-0.5em] min-[641px]:text-[clamp(3.5rem,calc(min(91vw,95rem)_/_(var(--length)_*_0.476)),15rem)]"
          style={{ '--length': book.title.length } as CSSProperties}
        >
          {book.title}
        </h1>
        <div className="grid gap-4 mt-4 min-[900px]:grid-cols-[5fr_6fr] min-[900px]:gap-16 min-[900px]:mt-8">
          <p className="hero-subtitle">
            {book.subtitle}
            <span>{hero.line}</span>
          </p>
          <div>
            <p className="max-w-136 text-[1.125rem] leading-[1.5] text-pretty min-[900px]:text-[1.3125rem]">
              {hero.tagline}
            </p>
            <p className="hero-actions">
              <a href="#acquista" className="button button-coral">
                {hero.buttonBuy}
              </a>
              <Link to="/chat" className="button button-line">
                {hero.buttonChat}
              </Link>
            </p>
          </div>
        </div>
      </div>
    </header>
  );
}
