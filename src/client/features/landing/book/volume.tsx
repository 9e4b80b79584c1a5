import { currentBook } from '#client/current-book.ts';
import { Picture } from '#client/ui/picture.tsx';
import './volume.css';

interface VolumeProps {
  sizes: string;
  alt?: string;
}

export function Volume({ sizes, alt }: VolumeProps) {
  const { book } = currentBook();
  if (!book.cover) return null;
  return (
    <div className="volume">
      <div className="volume-body">
        <Picture
          image={{ ...book.cover, alt: alt ?? book.cover.alt }}
          sizes={sizes}
          className="relative block w-full h-auto [transform:translateZ(calc(var(--thick)_/_2))] shadow-[inset_0_0_0_1px_rgb(7_18_32_/_0.2)]"
        />
        <p className="volume-spine" aria-hidden="true">
          <span>{book.author}</span>
          <strong>{book.title}</strong>
        </p>
      </div>
      <span className="absolute [inset:auto_6%_-3.5%_9%] -z-1 h-[9%] bg-[rgb(7_18_32_/_0.55)] [filter:blur(22px)]" />
    </div>
  );
}
