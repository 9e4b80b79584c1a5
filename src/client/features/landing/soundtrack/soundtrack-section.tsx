import { Link } from '@tanstack/react-router';
import { useEffect, useId, useLayoutEffect, useRef, useState, type FormEvent } from 'react';
import type { UnlockedTrack } from '#shared/contracts/music-codes.ts';
import { currentBook } from '#client/current-book.ts';
import { keepWords } from '#client/ui/kept-words.ts';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { showToast } from '#client/ui/toast-store.ts';
import { PlayIcon } from '../icons.tsx';
import { pauseAudio } from '../one-audio-at-a-time.ts';
import './soundtrack.css';
import { keepTrack, useUnlockedTracks } from './unlocked-tracks.ts';
import type { WordRefusal } from './word-refusal.ts';

const TrackDialog = lazyPart(async () => (await import('./track-dialog.tsx')).TrackDialog);

let wordInField = '';
const takeKeptWord = keepWords('traccia', () => wordInField);

/** Loaded when the form is used: most readers never do. */
const loadServerCalls = () => import('#client/trpc.ts');

/** Loaded on failure; if the chunk fails too, the connection is the cause. */
async function explain(error: unknown, word: string): Promise<WordRefusal> {
  try {
    return (await import('./word-refusal.ts')).readRefusal(error, word);
  } catch {
    return { text: 'La linea è caduta. Riprova fra poco.' };
  }
}

/** Submits a word; restores the focus that the disabled field loses. */
function useTrackCode(onUnlocked: (track: UnlockedTrack) => void) {
  const input = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [isPending, setIsPending] = useState(false);
  const [refusal, setRefusal] = useState<WordRefusal>();

  async function validate(word: string): Promise<void> {
    setIsPending(true);
    setRefusal(undefined);
    try {
      const { serverCalls } = await loadServerCalls();
      const unlocked = await serverCalls.musicCodes.validate.mutate({ code: word });
      showToast({ title: 'Codice valido', description: `Traccia sbloccata: ${unlocked.trackTitle}` });
      setCode('');
      keepTrack(unlocked);
      onUnlocked(unlocked);
    } catch (error) {
      // One message for every failure, so that guessing reveals nothing (specification, section 8).
      showToast({
        title: 'Codice non valido',
        description: 'Il codice inserito non è corretto. Riprova.',
        tone: 'destructive',
      });
      setRefusal(await explain(error, word));
    }
    setIsPending(false);
  }

  // Text typed before hydration fires no event.
  useEffect(() => {
    const typed = input.current?.value ?? '';
    setCode(typed || takeKeptWord());
  }, []);
  useEffect(() => {
    wordInField = code;
  }, [code]);
  // Before the dialog opens, so that closing it restores the focus here.
  const wasPending = useRef(false);
  useLayoutEffect(() => {
    if (wasPending.current && !isPending) input.current?.focus({ preventScroll: true });
    wasPending.current = isPending;
  }, [isPending]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    // Read from the field: text typed before hydration is not in the state.
    const word = input.current?.value.trim();
    if (word && !isPending) void validate(word);
  }

  function change(typed: string): void {
    setCode(typed);
    setRefusal(undefined);
  }

  return { input, code, change, isPending, refusal, submit };
}

export function SoundtrackSection() {
  const { soundtrack } = currentBook().landing;
  const [track, setTrack] = useState<UnlockedTrack>();
  const field = useId();
  const open = (unlocked: UnlockedTrack) => {
    pauseAudio();
    setTrack(unlocked);
  };
  const { input, code, change, isPending, refusal, submit } = useTrackCode(open);

  return (
    <section id="colonna-sonora" aria-labelledby={`${field}-titolo`} className="soundtrack">
      <div className="record" aria-hidden="true">
        <span />
      </div>
      <div className="relative grid grid-cols-[minmax(0,1fr)] gap-4 max-w-384 mx-auto py-[clamp(3rem,7vw,6rem)] px-[var(--edge)] [box-sizing:content-box] text-[1.25rem] leading-[1.45] max-[899px]:pt-38">
        <h3 id={`${field}-titolo`} className="display">
          {soundtrack.title}
        </h3>
        <p>{soundtrack.text}</p>
        <form onSubmit={submit}>
          <label htmlFor={field} className="sr-only">
            {soundtrack.placeholder}
          </label>
          <input
            ref={input}
            id={field}
            value={code}
            onFocus={() => void loadServerCalls().catch(() => undefined)}
            onChange={({ target }) => change(target.value)}
            aria-invalid={refusal !== undefined}
            aria-describedby={refusal && `${field}-rifiuto`}
            placeholder={soundtrack.placeholder}
            disabled={isPending}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <button type="submit" className="button button-night" disabled={isPending || !code.trim()}>
            {isPending ? 'Verifica…' : soundtrack.button}
          </button>
        </form>
        {refusal && (
          <p id={`${field}-rifiuto`} className="[font:400_1.125rem/1.4_var(--font-condensed)]">
            <Refusal {...refusal} />
          </p>
        )}
        <TrackList onOpen={open} />
      </div>
      {track && <TrackDialog track={track} onClose={() => setTrack(undefined)} />}
    </section>
  );
}

/** Explanation below the form: the toast says the same of every failure and disappears after five seconds. */
function Refusal({ text, chatHash }: WordRefusal) {
  if (chatHash === undefined) return text;
  return (
    <>
      {text} Se è un codice per la memoria di {currentBook().character.name}, si scrive{' '}
      <Link to="/chat" hash={chatHash} className="underline underline-offset-[0.2em]">
        in chat
      </Link>
      .
    </>
  );
}

function TrackList({ onOpen }: { onOpen(track: UnlockedTrack): void }) {
  const tracks = useUnlockedTracks();
  if (tracks.length === 0) return null;
  return (
    <div className="max-w-136 mt-4">
      <h4 className="[font:600_0.8125rem/1_var(--font-mono)] tracking-[0.14em] uppercase">Le tue tracce</h4>
      <ul role="list" className="mt-2 border-t-2 border-t-night-ink">
        {tracks.map((track) => (
          <li key={track.spotifyUrl}>
            <button
              type="button"
              className="group flex items-center gap-3 w-full py-3 text-left [font:400_1.125rem/1.3_var(--font-condensed)] border-b border-b-night-ink [&>svg]:flex-none [&>svg]:w-[18px]"
              aria-haspopup="dialog"
              onClick={() => onOpen(track)}
            >
              <PlayIcon />
              <span>
                <strong className="group-hover:underline">{track.trackTitle}</strong>
                {track.artist && <> {track.artist}</>}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
