import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { recallListening, rememberListening } from './saved-listening.ts';

export interface Audiobook {
  element: RefObject<HTMLAudioElement | null>;
  /** The element's key: one whose sound is lost is replaced. */
  take: number;
  playing: boolean;
  seconds: number;
  duration: number;
  rate: number;
  failed: boolean;
  /** Created on the first playback: browsers allow sound only after a gesture. */
  analyser: AnalyserNode | null;
  toggle(): void;
  seek(seconds: number): void;
  setRate(rate: number): void;
}

/** Analyser window in samples (specification, section 9). */
const fftSize = 2048;

/**
 * Plays a recording through an analyser and stores the position.
 *
 * @param expected length in seconds until the metadata has loaded
 */
export function useAudiobook(address: string, expected: number): Audiobook {
  const element = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState(false);
  const [seconds, setSeconds] = useState(0);
  const [duration, setDuration] = useState(expected);
  const [rate, setRate] = useState(1);
  const [failed, setFailed] = useState(false);
  const [take, setTake] = useState(0);
  const { analyser, connect } = useAnalyser(() => setTake(take + 1));

  useEffect(() => {
    const audio = element.current;
    if (!audio) return;
    const listening = recallListening(address);
    // Before loading, this sets the start position.
    audio.currentTime = listening.seconds;
    audio.defaultPlaybackRate = listening.rate;
    audio.playbackRate = listening.rate;
    // After hydration: the prerendered page has no stored position.
    setSeconds(listening.seconds);
    setRate(listening.rate);

    const remember = () => {
      const over = audio.ended || audio.duration - audio.currentTime < 1;
      rememberListening({ audio: address, seconds: over ? 0 : audio.currentTime, rate: audio.playbackRate });
    };
    const leaving = new AbortController();
    const on = (type: string, listener: () => void) =>
      audio.addEventListener(type, listener, { signal: leaving.signal });
    on('play', () => setPlaying(true));
    on('playing', () => setFailed(false));
    for (const stop of ['pause', 'ended']) on(stop, () => setPlaying(false));
    for (const settled of ['pause', 'ended', 'seeked', 'ratechange']) on(settled, remember);
    for (const eventName of ['timeupdate', 'seeking']) on(eventName, () => setSeconds(audio.currentTime));
    on('durationchange', () => Number.isFinite(audio.duration) && setDuration(audio.duration));
    on('error', () => {
      setFailed(true);
      setPlaying(false);
    });
    const every5Seconds = setInterval(() => !audio.paused && remember(), 5000);
    window.addEventListener('pagehide', () => !audio.paused && remember(), { signal: leaving.signal });
    return () => {
      leaving.abort();
      clearInterval(every5Seconds);
      if (!audio.paused) remember();
      audio.pause();
    };
  }, [address, take]);

  const start = () => {
    const audio = element.current;
    if (!audio) return;
    connect(audio);
    if (audio.error) audio.load();
    audio.play().catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'AbortError') return;
      setFailed(true);
    });
  };
  const startAgain = useEffectEvent(start);
  useEffect(() => {
    if (take > 0) startAgain();
  }, [take]);

  return {
    element,
    take,
    playing,
    seconds,
    duration,
    rate,
    failed,
    analyser,
    toggle() {
      if (element.current?.paused === false) element.current.pause();
      else start();
    },
    seek(to) {
      const audio = element.current;
      if (!audio) return;
      const bounded = Math.min(Math.max(0, to), duration);
      audio.currentTime = bounded;
      setSeconds(bounded);
    },
    setRate(next) {
      const audio = element.current;
      if (audio) {
        audio.defaultPlaybackRate = next;
        audio.playbackRate = next;
      }
      setRate(next);
    },
  };
}

/** Connects the element to an analyser on the first gesture; `onLost` when there will be no more sound through it. */
function useAnalyser(onLost: () => void) {
  const context = useRef<AudioContext>(null);
  const [analyser, setAnalyser] = useState<AnalyserNode | null>(null);
  useEffect(() => () => void context.current?.close(), []);

  /** Must run in the gesture: an AudioContext resumed later stays silent. */
  function connect(audio: HTMLAudioElement): void {
    if (context.current) {
      // After a call iOS may leave it «interrupted» for good, and an element has no second source.
      context.current.resume().catch(() => {
        void context.current?.close();
        context.current = null;
        onLost();
      });
      return;
    }
    if (typeof AudioContext === 'undefined') return;
    const created = new AudioContext();
    const node = created.createAnalyser();
    node.fftSize = fftSize;
    created.createMediaElementSource(audio).connect(node).connect(created.destination);
    context.current = created;
    setAnalyser(node);
    void created.resume();
  }

  return { analyser, connect };
}
