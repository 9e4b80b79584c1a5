import { useRef } from 'react';
import type { MediaSlot } from '#shared/contracts/media.ts';
import { errorMessage } from '#client/api-error.ts';
import { trpc } from '#client/trpc.ts';
import { showToast } from '#client/ui/toast-store.ts';
import { Refusal } from '../refusal.tsx';
import { Button } from '../button.tsx';
import { useFileDrop } from '../use-file-drop.ts';
import { VideoPreview } from '../kit/file-fields.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { Section } from '../kit/section.tsx';
import { useUpload } from '../kit/use-upload.ts';
import { FileInput } from '../file-input.tsx';
import { formatBytes, formatLength, formatMoment } from '../format.ts';
import { refuseRecording, sendFile } from './send-file.ts';
import { useOfferFile } from './use-offer-file.ts';

const returnInterval = 3_000;

type Missing = NonNullable<NonNullable<MediaSlot['replacement']>['missing']>;

const missingTexts: Record<Missing, string> = {
  here: 'Il file manca sul disco del sito: sta tornando dal bucket, e intanto chi visita lo riceve da lì.',
  everywhere:
    'Il file manca, e non ce n’è una copia: chi visita non può più aprirlo. Caricalo di nuovo con «Sostituisci», ripristina un backup dei file, o torna a quella del libro.',
  unknown:
    'Il file manca sul disco del sito, e il bucket ora non risponde: appena risponde torna da sé. Se non hai tempo di aspettare, caricalo di nuovo con «Sostituisci».',
};

export function MediaSection() {
  const list = trpc.media.list.useQuery(undefined, {
    // Polls while a file is being copied back from the bucket.
    refetchInterval: ({ state }) =>
      state.data?.some(({ replacement }) => replacement?.missing === 'here') ? returnInterval : false,
  });
  return (
    <Section
      title="Audio e video"
      className="mt-5"
      hint={
        list.data?.length === 0
          ? 'Quelle degli estratti e dell’audiolibro si scelgono in «Il libro».'
          : 'Le registrazioni della pagina iniziale. Una tua, scelta o trascinata sulla sua riga, prende il posto di quella del libro all’istante, per tutti; la trascrizione resta quella del libro. Audio MP3, M4A, OGG, Opus, WAV o FLAC fino a 2 GB, video MP4 o WebM fino a 500 MB.'
      }
    >
      <Loaded
        query={list}
        failed="Impossibile leggere le registrazioni"
        loading="Lettura delle registrazioni…"
      >
        {(slots) => (
          <ul role="list" className="w-full">
            {slots.map((slot) => (
              <Slot key={slot.id} slot={slot} />
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  );
}

function Slot({ slot }: { slot: MediaSlot }) {
  const { id, kind, label, original, replacement } = slot;
  const { share, refusal, send, cancel, reset } = useReplacement(slot);
  const input = useRef<HTMLInputElement>(null);
  const drop = useFileDrop(([file]) => file && send(file), share !== undefined);
  const recording = replacement ?? original;
  const missing = replacement?.missing;
  const playable = missing === undefined || missing === 'here';
  return (
    <li
      {...drop}
      data-kind={kind}
      data-replaced={replacement !== undefined || undefined}
      data-missing={missing}
      className="grid items-center gap-x-5 gap-y-2 py-3 border-t border-t-(--rule) md:grid-cols-[minmax(0,1fr)_15rem_11rem] lg:grid-cols-[minmax(0,1fr)_minmax(12rem,20rem)_15rem]"
    >
      <div className={replacement && 'pl-3 border-l-4 border-l-coral'}>
        <h3 className="font-semibold">{label}</h3>
        <p className="admin-mono text-[0.875rem]">
          {[recording.seconds !== undefined && formatLength(recording.seconds), formatBytes(recording.bytes)]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p className="admin-hint">
          {replacement
            ? `«${replacement.fileName ?? 'file tuo'}», dal ${formatMoment(replacement.since)}`
            : 'Quella del libro'}
        </p>
      </div>
      {playable ? (
        <Player key={replacement?.url ?? 'book'} slot={slot} />
      ) : (
        <p className="admin-none">file mancante</p>
      )}
      <div className="flex flex-wrap items-center gap-1.5 md:justify-end">
        {share === undefined ? (
          <>
            <Button small aria-label={`Sostituisci ${label}`} onClick={() => input.current?.click()}>
              Sostituisci
            </Button>
            {replacement && (
              <Button small aria-label={`Torna alla registrazione del libro: ${label}`} onClick={reset}>
                Torna a quella del libro
              </Button>
            )}
          </>
        ) : (
          <>
            <progress
              className="flex-[1_1_6rem] w-auto!"
              value={share}
              aria-label={`Caricamento per ${label}`}
            />
            <span className="admin-mono" role="status">
              {share < 1 ? `${Math.round(share * 100)} %` : 'controllo…'}
            </span>
            <Button small onClick={cancel}>
              Annulla
            </Button>
          </>
        )}
        <FileInput
          ref={input}
          data-slot={id}
          aria-label={`File per ${label}`}
          accept={kind === 'audio' ? 'audio/*,.m4a,.ogg,.opus,.flac' : 'video/mp4,video/webm'}
          onFiles={([file]) => file && send(file)}
        />
      </div>
      {missing && (
        <p role="status" className={`col-span-full ${playable ? 'admin-hint' : 'admin-error'}`}>
          {missingTexts[missing]}
        </p>
      )}
      <div className="col-span-full">
        <Refusal text={refusal} />
      </div>
    </li>
  );
}

function Player({ slot: { kind, label, url, replacement } }: { slot: MediaSlot }) {
  // Its own address bypasses the browser's cache.
  const src = replacement?.url ?? url;
  if (kind === 'audio')
    return <audio className="w-full min-w-0" src={src} controls preload="none" aria-label={label} />;
  return <VideoPreview src={src} label={label} />;
}

function useReplacement({ id, kind, replacement }: MediaSlot) {
  const utils = trpc.useUtils();
  const offerFile = useOfferFile();
  const upload = useUpload((file) => refuseRecording(kind, file));

  async function finish(title: string): Promise<void> {
    showToast({ title });
    await utils.media.list.invalidate();
    await utils.uploads.overview.invalidate();
    if (replacement) await offerFile(replacement.url);
  }

  const reset = trpc.media.reset.useMutation({
    onSuccess: () => finish('Registrazione del libro rimessa'),
    onError: (error) =>
      upload.refuse(errorMessage(error, 'Impossibile rimettere la registrazione del libro.')),
  });

  return {
    ...upload,
    send: (file: File) =>
      upload.send(file, async (chosen, sending) => {
        await sendFile('media.replace', chosen, sending, { id });
        await finish('Registrazione sostituita');
      }),
    reset: () => reset.mutate({ id }),
  };
}
