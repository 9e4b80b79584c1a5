import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { DropdownMenu, Tabs } from 'radix-ui';
import { lazy, Suspense, useState, type ComponentProps, type ReactNode } from 'react';
import { hiddenPages } from '#content/hidden-pages.ts';
import { isVisible, type Scheduled } from '#shared/contracts/visibility.ts';
import { ownPagesPrefix } from '#shared/pages.ts';
import { currentBook } from '#client/current-book.ts';
import { errorMessage } from '#client/api-error.ts';
import { trpc } from '#client/trpc.ts';
import { TooltipProvider } from '#client/ui/tooltip.tsx';
import { AccessDialog } from './access/access-dialog.tsx';
// Before the styles of what they are made of.
import './kit/panel.css';
import './kit/table.css';
import './kit/bench.css';
import { RehearsalDialog } from './book-tools/rehearsal-dialog.tsx';
import { Button } from './button.tsx';
import { FirstSteps } from './first-steps.tsx';
import { OpeningNote, useSuspend } from './opening-note.tsx';
import { showError } from './error-toast.ts';
import { RoomWarning } from './settings/room-warning.tsx';
import { SettingsSheet } from './settings/settings-sheet.tsx';
import {
  accessSheet,
  adminTabs,
  binSheet,
  bookSheet,
  characterSheet,
  numbersSheet,
  settingsSheet,
  tabOf,
  type AdminTab,
} from './panel-address.ts';
import { BinDialog } from './saving/bin-dialog.tsx';
import { SignInDialog } from './session/sign-in-dialog.tsx';
import { SignInForm } from './session/sign-in-form.tsx';
import { useSignOut } from './session/use-session.ts';
import { BackupTab } from './tabs/backup-tab.tsx';
import { GalleryTab } from './tabs/gallery-tab.tsx';
import { MusicCodesTab } from './tabs/music-codes-tab.tsx';
import { SectionsTab } from './tabs/sections-tab.tsx';
import { UnlockCodesTab } from './tabs/unlock-codes-tab.tsx';
import './import/import.css';

const BookSheet = lazy(async () => ({ default: (await import('./book/book-sheet.tsx')).BookSheet }));

const NumbersSheet = lazy(async () => ({
  default: (await import('./numbers/numbers-sheet.tsx')).NumbersSheet,
}));

const tabContents: Record<AdminTab, { label: string; Content: () => ReactNode }> = {
  sezioni: { label: 'Sezioni', Content: SectionsTab },
  'codici-sblocco': { label: 'Codici Sblocco', Content: UnlockCodesTab },
  'codici-musica': { label: 'Codici Musica', Content: MusicCodesTab },
  galleria: { label: 'Galleria', Content: GalleryTab },
  backup: { label: 'Backup', Content: BackupTab },
};

export function AdminPanel() {
  // The book that came with the page, until it is published again.
  const { data: book } = trpc.book.published.useQuery(undefined, {
    initialData: currentBook,
    enabled: false,
  });
  const bookTitle = book.book.title;
  const session = trpc.auth.session.useQuery();
  return (
    <div className="admin">
      <title>{`Admin Panel · ${bookTitle}`}</title>
      <meta name="robots" content="noindex" />
      {session.data?.authenticated ? (
        <>
          <Workbench bookTitle={bookTitle} />
          <SignInDialog />
        </>
      ) : (
        <SignInPage bookTitle={bookTitle} session={session} />
      )}
    </div>
  );
}

interface SignInPageProps {
  bookTitle: string;
  session: { data: unknown; error: unknown; isFetching: boolean; refetch(): unknown };
}

const paper = 'my-4 p-6 border-t-6 border-t-coral bg-paper text-(--ink)';

function SignInPage({ bookTitle, session }: SignInPageProps) {
  const utils = trpc.useUtils();
  return (
    <main className="grid gap-3 w-[min(26rem,100%)] m-auto pb-16">
      <p className="admin-book text-haze font-mono text-[0.8125rem]">{bookTitle}</p>
      <h1>Admin Panel</h1>
      {session.error ? (
        <div role="alert" className={`${paper} grid justify-items-start gap-3`}>
          <p>
            {errorMessage(session.error, 'Il server non ha risposto. Controlla che sia acceso e riprova.')}
          </p>
          <Button main disabled={session.isFetching} onClick={() => void session.refetch()}>
            Riprova
          </Button>
        </div>
      ) : session.data ? (
        <>
          {!currentBook().book.author && (
            <p className={paper}>
              Il sito è nuovo. La password è quella che hai scelto installandolo, o quella che ha stampato sul
              terminale alla prima accensione.
            </p>
          )}
          <div className={paper}>
            <SignInForm onSignedIn={() => utils.auth.session.setData(undefined, { authenticated: true })} />
          </div>
        </>
      ) : (
        <p role="status" className={paper}>
          Controllo della sessione…
        </p>
      )}
      <Link to="/" className="admin-link justify-self-start" data-testid="link-back-home">
        Torna alla Home
      </Link>
    </main>
  );
}

function Workbench({ bookTitle }: { bookTitle: string }) {
  const tab = useSearch({ from: '/admin', select: ({ scheda }) => tabOf(scheda) });
  const sheet = useSearch({ from: '/admin', select: ({ foglio }) => foglio });
  const [sheetName, part] = sheet?.split('.') ?? [];
  const navigate = useNavigate();
  const articles = trpc.articles.list.useQuery();
  const closeSheet = () => void navigate({ to: '/admin', search: { scheda: tab }, resetScroll: false });
  /** Of a sheet that has asked already. */
  const leaveSheet = () =>
    void navigate({ to: '/admin', search: { scheda: tab }, resetScroll: false, ignoreBlocker: true });
  const showPart = (name: string, slug: string) =>
    void navigate({
      to: '/admin',
      search: { scheda: tab, foglio: `${name}.${slug}` },
      replace: true,
      resetScroll: false,
      ignoreBlocker: true,
    });
  return (
    <TooltipProvider>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-3 pb-5">
        <Link to="/" className="admin-link" data-testid="link-back-home">
          Torna alla Home
        </Link>
        <div className="flex flex-[1_0_100%] flex-row-reverse flex-wrap items-baseline justify-end order-1 gap-x-4 gap-y-1 lg:flex-[1_0_auto] lg:mr-3 lg:-order-1">
          <p className="admin-book text-haze font-mono text-[0.8125rem]">{bookTitle}</p>
          <h1>Admin Panel</h1>
        </div>
        <div className="flex flex-wrap gap-2 ml-auto max-md:ml-0">
          <SheetLink sheet={bookSheet} className="admin-button admin-button-main">
            Il libro
          </SheetLink>
          <SheetLink sheet={characterSheet} className="admin-button admin-button-main">
            Il personaggio
          </SheetLink>
          <Rehearsal />
          <MoreMenu />
        </div>
      </header>
      <main>
        <RoomWarning />
        <OpeningNote />
        {!currentBook().encyclopedia && <FirstSteps />}
        <Tabs.Root
          value={tab}
          onValueChange={(slug) =>
            void navigate({ to: '/admin', search: { scheda: slug }, resetScroll: false })
          }
        >
          <Tabs.List
            className="grid grid-cols-[repeat(6,1fr)] border-b-6 border-b-coral md:grid-cols-[repeat(5,auto)] md:justify-start"
            aria-label="Che cosa amministrare"
          >
            {adminTabs.map((slug) => (
              <Tabs.Trigger key={slug} value={slug} className="admin-tab">
                {tabContents[slug].label}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          {adminTabs.map((slug) => {
            const { Content } = tabContents[slug];
            return (
              <Tabs.Content key={slug} value={slug} className="admin-sheet" tabIndex={-1}>
                <Content />
              </Tabs.Content>
            );
          })}
        </Tabs.Root>
      </main>
      {sheetName === settingsSheet && (
        <SettingsSheet part={part} onPart={(slug) => showPart(settingsSheet, slug)} onClose={leaveSheet} />
      )}
      {(sheetName === bookSheet || sheetName === characterSheet) && (
        <Suspense>
          <BookSheet sheet={sheetName} part={part} onPart={showPart} onClose={closeSheet} />
        </Suspense>
      )}
      {sheet === binSheet && <BinDialog onClose={closeSheet} />}
      {sheet === numbersSheet && (
        <Suspense>
          <NumbersSheet onClose={closeSheet} />
        </Suspense>
      )}
      {sheet === accessSheet && <AccessDialog onClose={closeSheet} />}
      <footer className="mt-auto py-6 px-1">
        <nav
          className="flex flex-wrap gap-x-5 gap-y-1 text-[#93a3b5] font-mono text-[0.8125rem]"
          aria-label="Pagine nascoste"
        >
          {(currentBook().encyclopedia ? hiddenPages : []).map(({ path, label }) => (
            <Link key={path} to={path} preload={false} className="hover:text-paper focus-visible:text-paper">
              {label}
            </Link>
          ))}
          {articles.data?.filter(isShownNow).map(({ id, name, title }) => (
            // It comes with its page: the router knows no other than the one it was opened with.
            <a key={id} href={ownPagesPrefix + name} className="hover:text-paper focus-visible:text-paper">
              {title}
            </a>
          ))}
        </nav>
      </footer>
    </TooltipProvider>
  );
}

const isShownNow = (article: Scheduled) => isVisible(article, Date.now());

interface SheetLinkProps extends ComponentProps<'a'> {
  sheet: string;
}

/** A sheet has its own address: Back closes it, a reload reopens it. */
function SheetLink({ sheet, ...props }: SheetLinkProps) {
  return (
    <Link {...props} to="/admin" search={({ scheda }) => ({ scheda, foglio: sheet })} resetScroll={false} />
  );
}

function Rehearsal() {
  const [isOpen, setOpen] = useState(false);
  const sections = trpc.sections.list.useQuery(undefined, { enabled: isOpen });
  return (
    <>
      <Button onClick={() => setOpen(true)}>Prova come lettore</Button>
      {isOpen && sections.data && <RehearsalDialog sections={sections.data} onClose={() => setOpen(false)} />}
    </>
  );
}

const moreSheets = [
  { sheet: numbersSheet, label: 'Numeri' },
  { sheet: binSheet, label: 'Cestino' },
  { sheet: settingsSheet, label: 'Impostazioni' },
  { sheet: accessSheet, label: 'Accesso' },
];

const suspendQuestion =
  'Sei sicuro di voler sospendere il sito? Chi lo visita non vede più le pagine finché non lo riapri.';

function MoreMenu() {
  const signOut = useSignOut();
  const suspend = useSuspend();
  const { data: book } = trpc.book.get.useQuery();
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger className="admin-button">Altro</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="admin-menu" align="end" sideOffset={4}>
          {moreSheets.map(({ sheet, label }) => (
            <DropdownMenu.Item key={sheet} asChild>
              <SheetLink sheet={sheet}>{label}</SheetLink>
            </DropdownMenu.Item>
          ))}
          {book?.opening === 'open' && (
            <DropdownMenu.Item
              disabled={suspend.isPending}
              onSelect={() => {
                if (window.confirm(suspendQuestion)) suspend.mutate({ isSuspended: true });
              }}
            >
              Sospendi il sito
            </DropdownMenu.Item>
          )}
          <DropdownMenu.Item
            disabled={signOut.isPending}
            onSelect={() =>
              signOut.mutate(undefined, { onError: (error) => showError(error, 'Impossibile uscire') })
            }
          >
            Esci
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
