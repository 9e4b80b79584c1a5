import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { landing } from '#content/landing.ts';
import { lazyPart } from '#client/ui/lazy-part.tsx';

const PrivacyDialog = lazyPart(async () => (await import('./privacy-dialog.tsx')).PrivacyDialog);

const { footer } = landing;

export function Footer() {
  const [open, setOpen] = useState(false);
  return (
    <footer className="footer">
      <p className="footer-title">{footer.text}</p>
      <dl className="colophon">
        {footer.colophon.map(({ title, text }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <ul role="list">
        <li>
          <a href="#acquista">{footer.buttonBuy}</a>
        </li>
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
