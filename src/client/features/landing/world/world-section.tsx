import { startTransition, useEffect, useRef, useState } from 'react';
import { currentBook } from '#client/current-book.ts';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { Picture } from '#client/ui/picture.tsx';
import { useSeen } from '#client/ui/use-on-screen.ts';
import { italianNumber } from '#shared/italian-number.ts';
import { PlainGallery } from './plain-gallery.tsx';
import { Halftone } from '../halftone.tsx';
import './world.css';

const GalleryDialog = lazyPart(async () => (await import('./gallery-dialog.tsx')).GalleryDialog);

export function WorldSection() {
  const { landing, encyclopedia } = currentBook();
  const { world, line } = landing;
  const [open, setOpen] = useState(false);
  const section = useRef<HTMLElement>(null);
  const near = useSeen(section, '400px');
  useEffect(() => {
    if (near) GalleryDialog.preload();
  }, [near]);
  return (
    <section ref={section} id="mondo" aria-labelledby="mondo-titolo" className="world">
      {world.image && (
        <div className="world-plate printed">
          <div className="printed-screen">
            <Picture image={world.image} sizes="1580px" />
          </div>
        </div>
      )}
      <Halftone className="world-edge text-terminal-ink" towards="down" />
      <div className="world-words">
        {line.kilometres > 0 && <p className="eyebrow text-lamp">{italianNumber(line.kilometres)} km</p>}
        <h2 id="mondo-titolo" className="display">
          {world.title}
        </h2>
        <p>{world.text}</p>
        <noscript>{import.meta.env.SSR && encyclopedia ? <PlainGallery /> : null}</noscript>
        <p>
          <button
            type="button"
            className="button text-night-ink bg-paper hover:bg-lamp"
            aria-haspopup="dialog"
            // Transition: the button's pressed state paints before twelve pictures are laid out.
            onClick={() => startTransition(() => setOpen(true))}
          >
            {world.button}
          </button>
        </p>
      </div>
      {open && <GalleryDialog title={world.title} onClose={() => setOpen(false)} />}
    </section>
  );
}
