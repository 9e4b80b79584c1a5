import { useEffect, useId, useRef, useState } from 'react';
import type { PublicBook } from '#shared/contracts/book.ts';
import { useSeen } from '#client/ui/use-on-screen.ts';
import { Picture } from '#client/ui/picture.tsx';
import { clock } from '../audiobook/clock.ts';
import { Transcript } from '../transcript.tsx';

type Excerpt = PublicBook['landing']['excerpts'][number];

/** The built-in book's plates come in two widths; an author's plate has one. */
function smallerPlates(image: string) {
  const [, plate] = /^(\/public-objects\/gallery\/.+-lastra)\.webp$/.exec(image) ?? [];
  return plate ? [{ type: 'image/avif', srcSet: `${plate}-400.avif 400w, ${plate}-640.avif 640w` }] : [];
}

export function ExcerptCard({ excerpt }: { excerpt: Excerpt }) {
  const heading = useId();
  const { title, section, seconds, teaser, audio, transcript, image, voice } = excerpt;
  return (
    <li className="excerpt">
      <article aria-labelledby={heading}>
        <div className="printed relative aspect-16/10 bg-(--ink)">
          <div className="printed-screen">
            {image && (
              <Picture
                image={{ src: image, width: 640, height: 360, alt: '', variants: smallerPlates(image) }}
                sizes="(max-width: 639px) 100vw, (max-width: 1159px) 48vw, min(23vw, 24.5rem)"
              />
            )}
          </div>
        </div>
        <p className="flex justify-between mt-3 pb-2 border-b-[1.5px] border-b-night [font:600_0.8125rem/1_var(--font-mono)] tracking-[0.08em]">
          <span>SEC_{String(section).padStart(2, '0')}</span>
          {audio && <span>{clock(seconds)}</span>}
        </p>
        <h4 id={heading}>{title}</h4>
        <p className="excerpt-teaser mt-2 mx-0 mb-4 text-[1rem] leading-[1.5]">{teaser}</p>
        {audio && <Recording address={audio} title={title} />}
        {audio && voice && <p className="mt-1.5 mb-0 [font:500_0.8125rem/1.2_var(--font-mono)]">{voice}</p>}
        {transcript && <Transcript address={transcript} label="Leggi l’estratto" />}
      </article>
    </li>
  );
}

/** Native player with an error message: the browser only greys out its button. */
function Recording({ address, title }: { address: string; title: string }) {
  const element = useRef<HTMLAudioElement>(null);
  const near = useSeen(element, '200px');
  const [failed, setFailed] = useState(false);
  // Errors before hydration fire no event here.
  useEffect(() => {
    if (element.current?.error) setFailed(true);
  }, []);

  function retry(): void {
    const audio = element.current;
    if (!audio) return;
    const reached = audio.currentTime;
    audio.load();
    audio.currentTime = reached;
    void audio.play().catch(() => undefined);
  }

  return (
    <>
      <audio
        ref={element}
        controls
        preload={near ? 'metadata' : 'none'}
        src={address}
        aria-label={`Estratto: ${title}`}
        onError={() => setFailed(true)}
        onPlaying={() => setFailed(false)}
      />
      {failed && (
        <div className="flex flex-wrap items-center gap-x-4 mt-1.5 [font:600_1rem/1.4_var(--font-condensed)] text-rust">
          <p role="alert">La registrazione non arriva.</p>
          <button
            type="button"
            className="min-h-11 underline underline-offset-[0.2em]"
            aria-label={`Riprova: ${title}`}
            onClick={retry}
          >
            Riprova
          </button>
        </div>
      )}
    </>
  );
}
