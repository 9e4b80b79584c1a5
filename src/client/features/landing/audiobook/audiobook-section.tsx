import { useId, useMemo, useRef, type CSSProperties, type KeyboardEvent } from 'react';
import { currentBook } from '#client/current-book.ts';
import type { PublicBook } from '#shared/contracts/book.ts';
import { italianNumber } from '#shared/italian-number.ts';
import { useSeen } from '#client/ui/use-on-screen.ts';
import { PauseIcon, PlayIcon } from '../icons.tsx';
import { Transcript } from '../transcript.tsx';
import './audiobook.css';
import { clock, spokenClock } from './clock.ts';
import { Oscilloscope } from './oscilloscope.tsx';
import { rates } from './saved-listening.ts';
import { useAudiobook } from './use-audiobook.ts';
import { useMediaSession } from './use-media-session.ts';

const arrowStep = 5;

export function AudiobookSection() {
  const book = currentBook();
  return book.landing.audiobook.audio ? <Receiver {...book} /> : null;
}

function Receiver({ book, landing: { audiobook } }: PublicBook) {
  const track = useMemo(
    () => ({ title: audiobook.title, artist: book.author, album: book.title, artwork: book.cover }),
    [audiobook, book],
  );
  const section = useRef<HTMLElement>(null);
  const near = useSeen(section, '200px');
  const player = useAudiobook(audiobook.audio, audiobook.seconds);
  const { element, playing, seconds, duration, rate, failed, analyser, toggle, seek, setRate } = player;
  useMediaSession(player, track);
  const heading = useId();
  const speed = useId();

  /** Space plays and arrows seek anywhere in the player, except in buttons and lists. */
  function onKeyDown(event: KeyboardEvent): void {
    const { target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || target instanceof HTMLSelectElement) return;
    if (event.key === ' ' && !(target instanceof HTMLButtonElement)) toggle();
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowDown') seek(seconds - arrowStep);
    else if (event.key === 'ArrowRight' || event.key === 'ArrowUp') seek(seconds + arrowStep);
    else return;
    event.preventDefault();
  }

  return (
    <section ref={section} id="capitolo-1" aria-labelledby={heading} className="audiobook">
      <div className="grid gap-3 text-[1.125rem] leading-[1.5]">
        {audiobook.title && <p className="eyebrow text-mint">Audiolibro</p>}
        <h2 id={heading} className="display">
          {audiobook.title || 'Audiolibro'}
        </h2>
        <p>{audiobook.text}</p>
      </div>
      <noscript>
        <style>{'.receiver { display: none }'}</style>
        <audio controls preload="none" src={audiobook.audio} className="audiobook-plain" />
      </noscript>
      <div role="group" aria-label="Lettore dell’audiolibro" className="receiver" onKeyDown={onKeyDown}>
        <audio key={player.take} ref={element} src={audiobook.audio} preload={near ? 'metadata' : 'none'} />
        <p className="receiver-plate" aria-hidden="true">
          {audiobook.plate.map((engraved) => (
            <span key={engraved}>{engraved}</span>
          ))}
          <i data-lit={playing} />
        </p>
        <Oscilloscope analyser={analyser} playing={playing} />
        <div className="flex flex-wrap items-center gap-x-[clamp(0.75rem,3vw,1.25rem)] gap-y-3 mt-6">
          <button
            type="button"
            className="grid place-items-center w-[clamp(3.25rem,12vw,4rem)] aspect-[1] text-paper rounded-[50%] [background:radial-gradient(circle_at_35%_28%,#4a5b6f,#16273a_62%)] shadow-[0_0_0_4px_#bdb29b,0_0_0_5px_#8d836f,0_5px_10px_#0006] hover:text-lamp active:[translate:0_1px] focus-visible:outline-offset-6"
            aria-label={playing ? 'Metti in pausa' : 'Riproduci'}
            onClick={toggle}
          >
            {playing ? <PauseIcon /> : <PlayIcon />}
          </button>
          <p className="[font:600_clamp(1rem,4.2vw,1.75rem)/1_var(--font-mono)] tabular-nums! whitespace-nowrap">
            <span className="sr-only">Tempo: </span>
            <time data-testid="audiobook-current">{clock(seconds)}</time>
            <span aria-hidden="true"> / </span>
            <span className="sr-only"> di </span>
            <time className="font-normal" data-testid="audiobook-total">
              {clock(duration)}
            </time>
          </p>
          <label htmlFor={speed} className="grid gap-1 ml-auto [font:400_0.875rem/1_var(--font-condensed)]">
            <span>Velocità</span>
            <select
              id={speed}
              className="min-h-11 px-2 text-inherit [font:600_1rem_var(--font-mono)] bg-[#f5f0e4] border border-[#857b67] [color-scheme:light]"
              value={rate}
              onChange={({ target }) => setRate(Number(target.value))}
            >
              {rates.map((known) => (
                <option key={known} value={known}>
                  {italianNumber(known)}×
                </option>
              ))}
            </select>
          </label>
          <div className="basis-full" style={{ '--minute': `${6000 / duration}%` } as CSSProperties}>
            <input
              type="range"
              className="receiver-dial"
              aria-label="Posizione"
              aria-valuetext={`${spokenClock(seconds)} di ${spokenClock(duration)}`}
              min={0}
              max={Math.floor(duration)}
              step={1}
              value={Math.floor(seconds)}
              onChange={({ target }) => seek(Number(target.value))}
            />
            <p
              aria-hidden="true"
              className="relative h-5 mt-1 mx-[10px] mb-0 [font:600_0.8125rem/1.25rem_var(--font-mono)]"
            >
              {Array.from({ length: Math.floor(duration / 60) + 1 }, (_, minute) => (
                <span
                  key={minute}
                  className="absolute [translate:-50%]"
                  style={{ left: `${(minute * 6000) / duration}%` }}
                >
                  {minute}
                </span>
              ))}
            </p>
          </div>
        </div>
        {failed && (
          <p role="alert" className="mt-4 [font:600_1rem/1.4_var(--font-condensed)] text-rust">
            La registrazione non arriva. Riprova fra poco.
          </p>
        )}
      </div>
      {audiobook.transcript && <Transcript address={audiobook.transcript} label="Leggi il capitolo" />}
    </section>
  );
}
