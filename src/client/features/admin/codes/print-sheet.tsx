import { useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../button.tsx';
import { countOf, formatNumber } from '../format.ts';
import { PanelDialog } from '../panel-dialog.tsx';
import { QrCode } from '#client/ui/qr-code.tsx';
import { isLocalHost } from './local-host.ts';
import './print-sheet.css';

export interface PrintedCode {
  id: string;
  code: string;
  opens: string;
  /** Target of the QR code; without it none is printed. */
  link?: string;
}

interface PrintSheetProps {
  bookTitle: string;
  howTo: string;
  codes: readonly PrintedCode[];
  onClose(): void;
}

const layouts = {
  cards: { label: 'Biglietti, 24 per foglio (63 × 34 mm)', perPage: 24 },
  bookmarks: { label: 'Segnalibri, 4 per foglio (48 × 190 mm)', perPage: 4 },
} as const;

type Layout = keyof typeof layouts;

export function PrintSheet({ bookTitle, howTo, codes, onClose }: PrintSheetProps) {
  const [layout, setLayout] = useState<Layout>('cards');
  const { perPage } = layouts[layout];
  const pages = Array.from({ length: Math.ceil(codes.length / perPage) }, (_, page) =>
    codes.slice(page * perPage, (page + 1) * perPage),
  );
  const sheets = (shown: typeof pages, describe: (code: PrintedCode) => ReactNode) =>
    shown.map((page, index) => (
      <ol key={index} className={`code-sheet code-sheet-${layout}`}>
        {page.map((code) => (
          <li key={code.id}>{describe(code)}</li>
        ))}
      </ol>
    ));
  const describe = (code: PrintedCode) => <Ticket code={code} bookTitle={bookTitle} howTo={howTo} />;
  return (
    <PanelDialog closesOnBack onClose={onClose} title="Stampa i codici" size="wide">
      <div className="admin-form">
        <fieldset className="code-layouts">
          <legend className="sr-only">Come</legend>
          {(Object.keys(layouts) as Layout[]).map((name) => (
            <label key={name} className="admin-tick">
              <input type="radio" name="layout" checked={layout === name} onChange={() => setLayout(name)} />
              {layouts[name].label}
            </label>
          ))}
        </fieldset>
        <p role="status" className="admin-hint">
          {countOf(codes.length, 'codice', 'codici')} su {formatNumber(pages.length)} fogli A4. Nella finestra
          di stampa scegli «Dimensioni reali» (100 %) e nessun margine aggiunto; i trattini dicono dove
          tagliare.
        </p>
        {isLocalHost(location.hostname) && (
          <p role="alert" className="admin-error">
            Questi codici porterebbero a {location.origin}, che i lettori non raggiungono: prima di stampare
            apri il pannello dall’indirizzo del sito.
          </p>
        )}
        <div className="code-preview" role="group" aria-label="Anteprima del primo foglio" tabIndex={0}>
          {sheets(pages.slice(0, 1), describe)}
        </div>
        <div className="admin-form-end">
          <Button onClick={onClose}>Chiudi</Button>
          <Button main onClick={() => window.print()}>
            Stampa
          </Button>
        </div>
      </div>
      {createPortal(<div className="code-print">{sheets(pages, describe)}</div>, document.body)}
    </PanelDialog>
  );
}

interface TicketProps {
  code: PrintedCode;
  bookTitle: string;
  howTo: string;
}

function Ticket({ code: { code, opens, link }, bookTitle, howTo }: TicketProps) {
  return (
    <>
      <p className="code-ticket-book">{bookTitle}</p>
      {link && <QrCode text={link} label={`Codice QR di ${code}`} />}
      <p className="code-ticket-code">{code}</p>
      <p className="code-ticket-opens">{opens}</p>
      <p className="code-ticket-how">{howTo}</p>
    </>
  );
}
