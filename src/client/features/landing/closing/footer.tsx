import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { landing } from '#content/landing.ts';

const PrivacyDialog = lazy(async () => ({ default: (await import('./privacy-dialog.tsx')).PrivacyDialog }));

const { footer } = landing;

export function Footer() {
  const [open, setOpen] = useState(false);
  return (
    <footer className="footer">
      <p className="min-[900px]:col-span-full [font:600_1.25rem/1.3_var(--font-condensed)] text-paper">
        {footer.text}
      </p>
      <p>{footer.note}</p>
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
