import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { Dialog } from '#client/ui/dialog.tsx';
import { ArrowIcon } from '../icons.tsx';
import { imageDetails, type GalleryImage } from './image-details.ts';

interface GalleryViewProps {
  images: readonly GalleryImage[];
  index: number;
  onMove(index: number): void;
  onClose(): void;
}

const swipeThreshold = 50;

export function GalleryView({ images, index, onMove, onClose }: GalleryViewProps) {
  const start = useRef<{ x: number; y: number }>(null);
  const image = images[index];
  if (!image) return null;

  const move = (by: number) => onMove((index + by + images.length) % images.length);

  function onKeyDown({ key }: KeyboardEvent): void {
    if (key === 'ArrowLeft') move(-1);
    if (key === 'ArrowRight') move(1);
  }

  function onPointerUp({ clientX, clientY }: PointerEvent): void {
    if (!start.current) return;
    const [x, y] = [clientX - start.current.x, clientY - start.current.y];
    start.current = null;
    if (Math.abs(x) >= swipeThreshold && Math.abs(x) > Math.abs(y)) move(x < 0 ? 1 : -1);
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={image.title}
      description={image.description}
      className="landing-sheet gallery-view"
      closeLabel="Torna alla galleria"
      closesOnBack
      onKeyDown={onKeyDown}
    >
      <div
        className="gallery-frame"
        onPointerDown={({ clientX, clientY }) => (start.current = { x: clientX, y: clientY })}
        onPointerUp={onPointerUp}
        onPointerCancel={() => (start.current = null)}
      >
        <picture key={image.id}>
          {imageDetails(image).sources.map((source) => (
            <source key={source.type} {...source} sizes="min(96vw, 112rem, (100vh - 12rem) * 16 / 9)" />
          ))}
          <img
            src={image.imageUrl}
            alt={imageDetails(image).alt ?? image.title}
            draggable={false}
            {...imageDetails(image).size}
          />
        </picture>
      </div>
      <div className="flex items-center justify-between mt-2 [font:400_1rem/1_var(--font-mono)]">
        <button
          type="button"
          className="grid place-items-center w-12 h-12 hover:text-lamp"
          aria-label="Immagine precedente"
          onClick={() => move(-1)}
        >
          <ArrowIcon to="left" />
        </button>
        <p aria-live="polite">
          <span className="sr-only">{image.title}, immagine </span>
          {index + 1}
          <span aria-hidden="true"> / </span>
          <span className="sr-only"> di </span>
          {images.length}
        </p>
        <button
          type="button"
          className="grid place-items-center w-12 h-12 hover:text-lamp"
          aria-label="Immagine successiva"
          onClick={() => move(1)}
        >
          <ArrowIcon to="right" />
        </button>
      </div>
    </Dialog>
  );
}
