import { book } from '#content/book.ts';
import { Picture } from '#client/ui/picture.tsx';
import './volume.css';

/** The book as an object: cover, spine and shadow; it turns a little towards the pointer. */
export function Volume() {
  return (
    <div className="volume">
      <div className="volume-body">
        <Picture image={book.cover} sizes="(max-width: 640px) 70vw, 400px" className="volume-cover" />
        <p className="volume-spine" aria-hidden="true">
          <span>{book.author}</span>
          <strong>{book.title}</strong>
        </p>
      </div>
      <span className="volume-shadow" />
    </div>
  );
}
