/** Seconds as mm:ss, also above 99 minutes; unknown is 00:00. */
export function clock(seconds: number): string {
  const total = Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds) : 0;
  return [Math.floor(total / 60), total % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** For screen readers: «1 minuto e 5 secondi». */
export function spokenClock(seconds: number): string {
  const total = Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds) : 0;
  const [minutes, rest] = [Math.floor(total / 60), total % 60];
  const spoken = [
    minutes > 0 && (minutes === 1 ? '1 minuto' : `${minutes} minuti`),
    (rest > 0 || minutes === 0) && (rest === 1 ? '1 secondo' : `${rest} secondi`),
  ];
  return spoken.filter(Boolean).join(' e ');
}
