import { Link } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import { currentBook } from '#client/current-book.ts';
import type { PublicBook } from '#shared/contracts/book.ts';
import { Picture } from '#client/ui/picture.tsx';
import { Volume } from '../book/volume.tsx';
import './hero.css';
import { HeroLoop } from './hero-loop.tsx';
import { serifWidth, titleLinesOf, widthOf } from './title-lines.ts';

const anchorsOf = ({ audiobook }: PublicBook['landing']) => [
  { to: '#acquista', label: 'Il libro' },
  ...(audiobook.audio ? [{ to: '#capitolo-1', label: 'Ascolta' }] : []),
  { to: '#mondo', label: 'Il mondo' },
];

export function Hero() {
  const { book, landing, character } = currentBook();
  const { hero } = landing;
  const wide = landing.faces === 'libro' ? serifWidth : 1;
  const titleLines = titleLinesOf(book.title, wide);
  return (
    <header
      className="hero"
      style={
        {
          '--length': (wide * Math.max(...titleLines.map(widthOf))).toFixed(2),
          '--lines': titleLines.length,
        } as CSSProperties
      }
    >
      <div className="hero-banner" data-testid="hero-banner">
        {/* Up to 640 px the banner's height determines the image's width. */}
        {hero.still && (
          <Picture
            image={hero.still}
            sizes="(max-width: 640px) 640px, max(100vw, 711px)"
            priority
            className="hero-still"
          />
        )}
        {hero.loop.length > 0 && <HeroLoop sources={hero.loop} />}
      </div>
      <nav
        aria-label="Pagina"
        className="absolute [inset:0_0_auto] z-2 flex justify-end py-4 px-[var(--edge)] [font:400_1rem/1.5_var(--font-condensed)]"
      >
        <ul role="list" className="flex gap-[clamp(1rem,2.5vw,2.25rem)]">
          {anchorsOf(landing).map(({ to, label }) => (
            <li key={to} className="max-[32.5rem]:hidden">
              <a href={to} className="block py-1 underline-offset-[0.35em] hover:underline">
                {label}
              </a>
            </li>
          ))}
          <li>
            <Link to="/chat" className="block py-1 underline-offset-[0.35em] hover:underline">
              Chat
            </Link>
          </li>
        </ul>
      </nav>
      <div className="hero-words">
        <p className="eyebrow hero-kicker">
          {[book.genre, book.author && `di ${book.author}`].filter(Boolean).join(' ')}
        </p>
        <h1>
          {titleLines.map((line) => (
            <span key={line}>{line} </span>
          ))}
        </h1>
        <p className="hero-subtitle">{book.subtitle}</p>
        <p className="hero-line">{hero.line}</p>
        <p className="hero-ways">
          <a href="#acquista" className="button button-coral">
            {hero.buttonBuy}
          </a>
          <Link to="/chat" className="button button-line">
            {hero.buttonChat}
          </Link>
        </p>
        {book.cover && (
          <div className="hero-volume" aria-hidden="true">
            <Volume sizes="(max-width: 899px) min(24vw, 160px), (max-width: 1199px) 240px, 320px" alt="" />
          </div>
        )}
        <div className="hero-lines">
          {hero.voice && (
            <p className="hero-voice">
              <span>[{character.name.toLocaleUpperCase('it-IT')}]&gt;</span> {hero.voice}
              <i aria-hidden="true" />
            </p>
          )}
          <p>{hero.tagline}</p>
        </div>
      </div>
    </header>
  );
}
