import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { Tabs } from 'radix-ui';
import { useState, type ReactNode } from 'react';
import { noticeText } from '#client/api-error.ts';
import { trpc } from '#client/trpc.ts';
import { Tooltip, TooltipProvider } from '#client/ui/tooltip.tsx';
import { notify } from '#client/ui/notice-store.ts';
import { adminTabs, hiddenPages, tabOfHash, type AdminTab } from './admin-tabs.ts';
import { SessionProvider, useSession } from './session.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { BackupTab } from './tabs/backup-tab.tsx';
import { GalleryTab } from './tabs/gallery-tab.tsx';
import { MusicCodesTab } from './tabs/music-codes-tab.tsx';
import { SectionsTab } from './tabs/sections-tab.tsx';
import { UnlockCodesTab } from './tabs/unlock-codes-tab.tsx';
import './admin.css';

const tabContents: Record<AdminTab, () => ReactNode> = {
  sezioni: SectionsTab,
  'codici-sblocco': UnlockCodesTab,
  'codici-musica': MusicCodesTab,
  galleria: GalleryTab,
  backup: BackupTab,
};

/** The author's panel: behind the password, five tabs. */
export function AdminPanel({ bookTitle }: { bookTitle: string }) {
  const session = trpc.auth.session.useQuery();
  return (
    <div className="admin">
      <title>{`Admin Panel · ${bookTitle}`}</title>
      <meta name="robots" content="noindex" />
      {session.data?.authenticated ? (
        <SessionProvider>
          <Bench bookTitle={bookTitle} />
        </SessionProvider>
      ) : (
        <Door bookTitle={bookTitle} session={session} />
      )}
    </div>
  );
}

interface DoorProps {
  bookTitle: string;
  session: { data: unknown; error: unknown; isFetching: boolean; refetch(): unknown };
}

/** Before the panel: the password, or why it cannot be asked for. */
function Door({ bookTitle, session }: DoorProps) {
  const utils = trpc.useUtils();
  return (
    <main className="admin-door">
      <p className="admin-book">{bookTitle}</p>
      <h1>Admin Panel</h1>
      {session.error ? (
        <div role="alert" className="admin-failure">
          <p>{noticeText(session.error, 'Il server non ha risposto. Controlla che sia acceso e riprova.')}</p>
          <button
            type="button"
            className="admin-button admin-button-main"
            disabled={session.isFetching}
            onClick={() => void session.refetch()}
          >
            Riprova
          </button>
        </div>
      ) : session.data ? (
        <SignInForm onSignedIn={() => utils.auth.session.setData(undefined, { authenticated: true })} />
      ) : (
        <p role="status" className="admin-hint">
          Controllo della sessione…
        </p>
      )}
      <Link to="/" className="admin-link" data-testid="link-back-home">
        Torna alla Home
      </Link>
    </main>
  );
}

function Bench({ bookTitle }: { bookTitle: string }) {
  const tab = useLocation({ select: ({ hash }) => tabOfHash(hash) });
  const navigate = useNavigate();
  return (
    <TooltipProvider>
      <header className="admin-head">
        <Link to="/" className="admin-link" data-testid="link-back-home">
          Torna alla Home
        </Link>
        <div>
          <p className="admin-book">{bookTitle}</p>
          <h1>Admin Panel</h1>
        </div>
        <SignOutButton />
      </header>
      <main>
        <Tabs.Root
          value={tab}
          onValueChange={(hash) =>
            void navigate({ to: '/admin', hash, resetScroll: false, hashScrollIntoView: false })
          }
        >
          <Tabs.List className="admin-tabs" aria-label="Che cosa amministrare">
            {adminTabs.map(({ hash, label }) => (
              <Tabs.Trigger key={hash} value={hash} className="admin-tab">
                {label}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          {adminTabs.map(({ hash }) => {
            const Content = tabContents[hash];
            return (
              <Tabs.Content key={hash} value={hash} className="admin-sheet" tabIndex={-1}>
                <Content />
              </Tabs.Content>
            );
          })}
        </Tabs.Root>
      </main>
      <footer className="admin-foot">
        <nav aria-label="Pagine nascoste">
          {hiddenPages.map(({ path, label }) => (
            <Link key={path} to={path} preload={false}>
              {label}
            </Link>
          ))}
        </nav>
      </footer>
    </TooltipProvider>
  );
}

function SignOutButton() {
  const { signOut } = useSession();
  const [leaving, setLeaving] = useState(false);
  async function leave(): Promise<void> {
    setLeaving(true);
    try {
      await signOut();
    } catch (error) {
      setLeaving(false);
      notify({ title: 'Errore', description: noticeText(error, 'Impossibile uscire'), tone: 'destructive' });
    }
  }
  return (
    <Tooltip text="Chiude la sessione su tutti i dispositivi">
      <button type="button" className="admin-link" disabled={leaving} onClick={() => void leave()}>
        Esci
      </button>
    </Tooltip>
  );
}
