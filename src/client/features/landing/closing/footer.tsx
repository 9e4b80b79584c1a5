import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { currentBook } from '#client/current-book.ts';

const PrivacyDialog = lazy(async () => ({ default: (await import('./privacy-dialog.tsx')).PrivacyDialog }));

export function Footer() {
  const { footer } = currentBook().landing;
  const [open, setOpen] = useState(false);
  return (
    <footer className="footer">
      <p className="min-[900px]:col-span-full [font:600_1.25rem/1.3_var(--font-condensed)] text-paper">
        {footer.text}
      </p>
      <p>{footer.note}</p>
      {footer.colophon && <p className="min-[900px]:col-span-full whitespace-pre-line">{footer.colophon}</p>}
      <ul role="list">
        <li>
          <Link to="/chat">Chat</Link>
        </li>
        <li>
          <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            Privacy e cookie
          </button>
        </li>
      </ul>
      {open && (
        <Suspense>
          <PrivacyDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </footer>
  );
}
