import { useState } from 'react';
import { ServerProvider } from '#client/server-provider.tsx';
import { trpc } from '#client/trpc.ts';
import { useRecovery } from '#client/use-recovery.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import './gallery.css';
import { GalleryView } from './gallery-view.tsx';
import { imageDetails } from './image-details.ts';

interface GalleryProps {
  title: string;
  onClose(): void;
}

export function GalleryDialog(props: GalleryProps) {
  return (
    <ServerProvider>
      <Gallery {...props} />
    </ServerProvider>
  );
}

function Gallery({ title, onClose }: GalleryProps) {
  const gallery = trpc.gallery.list.useQuery();
  useRecovery(gallery);
  const [viewed, setViewed] = useState<number>();
  const images = gallery.data ?? [];

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      className="landing-sheet gallery"
      closeLabel="Chiudi"
      closesOnBack
    >
      {gallery.isPending && (
        <p role="status" className="gallery-message">
          Sviluppo delle lastre in corso…
        </p>
      )}
      {gallery.isError && (
        <div role="alert" className="gallery-message">
          <p>Le immagini non arrivano.</p>
          <button type="button" className="button button-line" onClick={() => void gallery.refetch()}>
            Riprova
          </button>
        </div>
      )}
      {gallery.isSuccess && images.length === 0 && (
        <p className="gallery-message">Nessuna immagine disponibile al momento.</p>
      )}
      <ul
        role="list"
        className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-x-5 gap-y-8 mt-6 empty:hidden"
      >
        {images.map((image, index) => (
          <li key={image.id}>
            <figure>
              <button
                type="button"
                className="group block w-full overflow-hidden bg-night"
                aria-haspopup="dialog"
                onClick={() => setViewed(index)}
              >
                <picture>
                  {imageDetails(image).sources.map((source) => (
                    <source key={source.type} {...source} sizes="(min-width: 43rem) 29rem, 92vw" />
                  ))}
                  <img
                    className="w-full h-auto aspect-16/9 object-cover [transition:scale_500ms_cubic-bezier(0.2,0.7,0.2,1)] group-hover:[scale:1.035]"
                    src={imageDetails(image).thumbnail}
                    alt={`Ingrandisci: ${image.title}`}
                    width={640}
                    height={360}
                    loading="lazy"
                    decoding="async"
                  />
                </picture>
              </button>
              <figcaption className="grid gap-1 pt-3 leading-[1.45]">
                <strong className="[font:600_1.25rem/1.2_var(--font-condensed)]">{image.title}</strong>
                {image.description && <span className="text-paper-shade">{image.description}</span>}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
      {viewed !== undefined && (
        <GalleryView images={images} index={viewed} onMove={setViewed} onClose={() => setViewed(undefined)} />
      )}
    </Dialog>
  );
}
