import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { currentBook } from '#client/current-book.ts';
import { lazyPart } from '#client/ui/lazy-part.tsx';

const PrivacyDialog = lazyPart(async () => (await import('./privacy-dialog.tsx')).PrivacyDialog);

export function Footer() {
  const { footer } = currentBook().landing;
  const [open, setOpen] = useState(false);
  return (
    <footer className="footer">
      <p className="footer-title">{footer.text}</p>
      {footer.colophon.length > 0 && (
        <dl className="colophon">
          {footer.colophon.map(({ title, text }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      <ul role="list">
        {footer.buttonBuy && (
          <li>
            <a href="#acquista">{footer.buttonBuy}</a>
          </li>
        )}
        <li>
          <Link to="/chat">Chat</Link>
        </li>
        <li>
          <button
            type="button"
            aria-haspopup="dialog"
            onPointerEnter={PrivacyDialog.preload}
            onClick={() => setOpen(true)}
          >
            Privacy e cookie
          </button>
        </li>
      </ul>
      <p className="footer-note">{footer.note}</p>
      {open && <PrivacyDialog onClose={() => setOpen(false)} />}
    </footer>
  );
}
