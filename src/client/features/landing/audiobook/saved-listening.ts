interface Listening {
  audio: string;
  seconds: number;
  rate: number;
}

export const listeningKey = 'audiolibro';

export const rates = [0.75, 1, 1.25, 1.5, 2] as const;

export function recallListening(audio: string): Listening {
  const start: Listening = { audio, seconds: 0, rate: 1 };
  try {
    const listening: unknown = JSON.parse(localStorage.getItem(listeningKey) ?? 'null');
    return isListening(listening) && listening.audio === audio ? listening : start;
  } catch {
    return start;
  }
}

export function rememberListening(listening: Listening): void {
  try {
    localStorage.setItem(listeningKey, JSON.stringify(listening));
  } catch {
    // Storage may be full or blocked.
  }
}

function isListening(value: unknown): value is Listening {
  if (typeof value !== 'object' || value === null) return false;
  if (!('audio' in value && 'seconds' in value && 'rate' in value)) return false;
  const { seconds, rate } = value;
  return (
    typeof value.audio === 'string' &&
    typeof seconds === 'number' &&
    Number.isFinite(seconds) &&
    seconds >= 0 &&
    rates.some((option) => option === rate)
  );
}
