import { zodResolver } from '@hookform/resolvers/zod';
import { codesPerCall } from '#shared/contracts/codes.ts';
import { createMusicCodes, type MusicCode } from '#shared/contracts/music-codes.ts';
import { createUnlockCodes, type UnlockCode } from '#shared/contracts/unlock-codes.ts';
import { trpc, type RouterInputs } from '#client/trpc.ts';
import { AreaField, TextField } from '../fields.tsx';
import { formatNumber } from '../format.ts';
import { BatchDialog, BatchForm } from './batch-dialog.tsx';
import type { BatchProps } from './use-code-lists.tsx';
import { ValidityFields } from './validity-fields.tsx';

const countHint = `Al massimo ${formatNumber(codesPerCall)} alla volta.`;

export function UnlockCodesBatch(props: BatchProps<UnlockCode>) {
  return (
    <BatchDialog
      {...props}
      form={(onCreated) => <UnlockCodesForm onCreated={onCreated} onCancel={props.onClose} />}
    />
  );
}

export function MusicCodesBatch(props: BatchProps<MusicCode>) {
  return (
    <BatchDialog
      {...props}
      form={(onCreated) => <MusicCodesForm onCreated={onCreated} onCancel={props.onClose} />}
    />
  );
}

interface FormProps<Row> {
  onCreated(codes: readonly Row[]): void;
  onCancel(): void;
}

function UnlockCodesForm({ onCreated, onCancel }: FormProps<UnlockCode>) {
  const utils = trpc.useUtils();
  const create = trpc.unlockCodes.createMany.useMutation({
    networkMode: 'always',
    onSuccess({ codes }) {
      void utils.unlockCodes.list.invalidate();
      onCreated(codes);
    },
  });
  return (
    <BatchForm<RouterInputs['unlockCodes']['createMany']>
      resolver={zodResolver(createUnlockCodes, undefined, { raw: true })}
      empty={{ count: '100', maxSection: '', label: '', uses: '', expiresAt: '', visibleFrom: '' }}
      create={create}
      onCancel={onCancel}
      fields={(form) => (
        <>
          <TextField form={form} name="count" label="Quanti" numeric hint={countHint} />
          <TextField
            form={form}
            name="maxSection"
            label="Sezione massima"
            numeric
            hint="Chi ne inserisce uno apre tutte le sezioni fino a questo numero."
          />
          <TextField
            form={form}
            name="label"
            label="Etichetta"
            optional
            hint="Un appunto per te, uguale per tutti; {n} diventa il numero di ciascuno."
            placeholder="Salone del libro {n}"
          />
          <TextField
            form={form}
            name="uses"
            label="Per quanti lettori, ciascuno"
            optional
            numeric
            hint="Vuoto: quanti vogliono. Chi lo ha già usato può rimetterlo."
          />
          <ValidityFields form={form} hidden="Chi ne scrive uno sente che non è valido" />
        </>
      )}
    />
  );
}

function MusicCodesForm({ onCreated, onCancel }: FormProps<MusicCode>) {
  const utils = trpc.useUtils();
  const create = trpc.musicCodes.createMany.useMutation({
    networkMode: 'always',
    onSuccess({ codes }) {
      void utils.musicCodes.list.invalidate();
      onCreated(codes);
    },
  });
  return (
    <BatchForm<RouterInputs['musicCodes']['createMany']>
      resolver={zodResolver(createMusicCodes, undefined, { raw: true })}
      empty={{
        count: '100',
        trackTitle: '',
        spotifyUrl: '',
        artist: '',
        description: '',
        expiresAt: '',
        visibleFrom: '',
      }}
      create={create}
      onCancel={onCancel}
      fields={(form) => (
        <>
          <TextField form={form} name="count" label="Quanti" numeric hint={countHint} />
          <TextField form={form} name="trackTitle" label="Titolo della traccia" />
          <TextField
            form={form}
            name="spotifyUrl"
            label="Traccia su Spotify"
            mono
            hint="L’indirizzo intero (https://open.spotify.com/track/…) oppure il solo identificativo di 22 caratteri. La stessa per tutti."
          />
          <TextField form={form} name="artist" label="Artista" optional />
          <AreaField form={form} name="description" label="Descrizione" optional rows={3} />
          <ValidityFields form={form} hidden="Chi ne scrive uno sente che non è valido" />
        </>
      )}
    />
  );
}
