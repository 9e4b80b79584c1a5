import { useEffect, useState, type ReactNode } from 'react';
import { codeKey, codesPerCall, generateCode } from '#shared/contracts/codes.ts';
import { createMusicCode } from '#shared/contracts/music-codes.ts';
import { trackId } from '#shared/track-id.ts';
import { Tooltip } from '#client/ui/tooltip.tsx';
import { Button } from '../button.tsx';
import { formatNumber } from '../format.ts';
import type { FieldForm, FieldSpec } from '../kit/field-kinds.ts';

export function codeMatches({ code }: { code: string }, query: string): boolean {
  const key = codeKey(query);
  return key !== '' && codeKey(code).includes(key);
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

export function CodeCell({ code }: { code: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(undefined), 2_000);
    return () => clearTimeout(timer);
  }, [outcome]);
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-3 gap-y-0">
      <code className="admin-mono text-[1rem] font-semibold">{code}</code>
      <button
        type="button"
        className="admin-link text-(--faded) text-[0.9375rem]"
        data-action="copy"
        data-outcome={outcome}
        aria-label={`Copia il codice ${code}`}
        onClick={() => void copyText(code).then((copied) => setOutcome(copied ? 'copied' : 'failed'))}
      >
        {outcome === 'copied' ? 'Copiato' : outcome === 'failed' ? 'Non copiato' : 'Copia'}
      </button>
      <span role="status" className="sr-only">
        {outcome === 'copied' && `Codice ${code} copiato`}
        {outcome === 'failed' && 'Il browser non permette di copiare'}
      </span>
    </span>
  );
}

/** A code's own field, with a button that writes one. */
export const codeField = (hint: string): FieldSpec => ({
  kind: 'text',
  path: 'code',
  label: 'Codice',
  mono: true,
  hint: `${hint} maiuscole, spazi e trattini non contano.`,
  action: (form) => (
    <Tooltip text="Otto caratteri a caso, senza quelli che si confondono (0 e o, 1, i e l)">
      <Button onClick={() => form.change('code', generateCode())}>Genera</Button>
    </Tooltip>
  ),
});

export const sectionFields = (who: string): FieldSpec => ({
  kind: 'text',
  path: 'maxSection',
  label: 'Sezione massima',
  numeric: true,
  hint: `${who} apre tutte le sezioni fino a questo numero.`,
});

export const usesField = (label: string): FieldSpec => ({
  kind: 'text',
  path: 'uses',
  label,
  numeric: true,
  hint: 'Vuoto: quanti vogliono. Chi lo ha già usato può rimetterlo.',
});

export const validityFields = (hidden: string): FieldSpec[] => [
  { kind: 'date', path: 'expiresAt', label: 'Vale fino al', hint: 'Vuoto: per sempre.' },
  {
    kind: 'visibility',
    path: 'visibleFrom',
    label: 'Per i lettori',
    shown: 'I lettori possono usarlo.',
    hidden,
  },
];

export const trackPage = (spotifyUrl: string) =>
  `https://open.spotify.com/track/${encodeURIComponent(trackId(spotifyUrl))}`;

/** Opens Spotify, because only listening verifies the track id. */
function trackLink(form: FieldForm): ReactNode {
  const typed = form.valueAt('spotifyUrl');
  if (!createMusicCode.shape.spotifyUrl.safeParse(typed).success) return null;
  return (
    <a className="admin-link self-center" href={trackPage(String(typed))} target="_blank" rel="noreferrer">
      Ascolta<span className="sr-only"> la traccia su Spotify, in un’altra scheda</span>
    </a>
  );
}

export const trackFields = (hint = ''): FieldSpec[] => [
  { kind: 'text', path: 'trackTitle', label: 'Titolo della traccia' },
  {
    kind: 'text',
    path: 'spotifyUrl',
    label: 'Traccia su Spotify',
    mono: true,
    hint: `L’indirizzo intero (https://open.spotify.com/track/…) oppure il solo identificativo di 22 caratteri.${hint}`,
    action: trackLink,
  },
  { kind: 'text', path: 'artist', label: 'Artista' },
  { kind: 'text', path: 'description', label: 'Descrizione', rows: 3 },
];

export const countField: FieldSpec = {
  kind: 'text',
  path: 'count',
  label: 'Quanti',
  numeric: true,
  hint: `Al massimo ${formatNumber(codesPerCall)} alla volta.`,
};
