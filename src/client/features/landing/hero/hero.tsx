import { Link } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import { currentBook } from '#client/current-book.ts';
import type { PublicBook } from '#shared/contracts/book.ts';
import { Picture } from '#client/ui/picture.tsx';
import './hero.css';
import { HeroLoop } from './hero-loop.tsx';

/** The parts of the page that this book has. */
const anchorsOf = ({ audiobook }: PublicBook['landing']) => [
  { to: '#acquista', label: 'Il libro' },
  ...(audiobook.audio ? [{ to: '#capitolo-1', label: 'Ascolta' }] : []),
  { to: '#mondo', label: 'Il mondo' },
];

/** The first screen: the banner, 400 px high, the title across its lower edge, and the page's two ways on. */
export function Hero() {
  const { book, landing } = currentBook();
  const { hero } = landing;
  return (
    <header className="hero">
      <div className="hero-banner" data-testid="hero-banner">
        {/* Up to 640 px the banner is taller than the picture is wide: the height decides how wide it is drawn. */}
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
        className="absolute [inset:0_0_auto] z-2 flex items-center justify-between gap-4 py-4 px-[var(--edge)] [font:400_1rem/1.5_var(--font-condensed)]"
      >
        <span className="[font:600_0.8125rem/1_var(--font-mono)] tracking-[0.2em] uppercase">
          {book.author}
        </span>
        <ul role="list" className="flex gap-[clamp(1rem,2.5vw,2.25rem)]">
          {anchorsOf(landing).map(({ to, label }) => (
            <li key={to} className="max-[520px]:hidden">
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
        <h1
          className="mt-[-0.75em] ml-[-0.03em] font-condensed font-semibold text-[17vw] leading-[0.88] tracking-[-0.01em] uppercase min-[641px]:mt-[-0.5em] min-[641px]:text-[clamp(3.5rem,calc(min(91vw,95rem)_/_(var(--length)_*_0.476)),15rem)]"
          style={{ '--length': book.title.length } as CSSProperties}
        >
          {book.title}
        </h1>
        <div className="grid gap-4 mt-4 min-[900px]:grid-cols-[5fr_6fr] min-[900px]:gap-16 min-[900px]:mt-8">
          <p className="[font:600_1.375rem/1.25_var(--font-condensed)] text-lamp min-[900px]:text-[1.75rem]">
            {book.subtitle}
            <span className="block mt-1 [font:400_1.125rem/1.5_var(--font-serif)] text-paper-shade min-[900px]:text-[1.3125rem]">
              {hero.line}
            </span>
          </p>
          <div>
            <p className="max-w-136 text-[1.125rem] leading-[1.5] text-pretty min-[900px]:text-[1.3125rem]">
              {hero.tagline}
            </p>
            <p className="flex flex-wrap gap-3 mt-5 *:flex-[1_1_9rem] *:px-4 *:whitespace-nowrap min-[641px]:*:flex-none min-[641px]:*:px-7">
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
