const previewLength = 80;

/** First 80 characters, with an ellipsis (specification, section 2). */
export function preview(content: string): string {
  if (content.length <= previewLength) return content;
  const characters = Array.from(content.slice(0, previewLength * 2));
  if (characters.length <= previewLength && content.length <= previewLength * 2) return content;
  return `${characters.slice(0, previewLength).join('')}…`;
}

/** Rounded percentage; 0 of nothing is 0. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 100);
}

export function formatNumber(value: number): string {
  return value.toLocaleString('it-IT', { useGrouping: 'always' });
}

export function countOf(count: number, singular: string, plural: string): string {
  return `${formatNumber(count)} ${count === 1 ? singular : plural}`;
}

/** `a, b, c, d, e e altri 3` */
export function firstFive(all: readonly string[], separator: string): string {
  return `${all.slice(0, 5).join(separator)}${all.length > 5 ? ` e altri ${all.length - 5}` : ''}`;
}

const byteUnits = ['byte', 'kB', 'MB', 'GB'] as const;

/** `2,3 MB` */
export function formatBytes(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= 1000 && unit < byteUnits.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1;
  return `${value.toLocaleString('it-IT', { maximumFractionDigits: digits })} ${byteUnits[unit]}`;
}

/** `6:16`, with hours only when needed. */
export function formatLength(seconds: number): string {
  const total = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(total / 3600), Math.floor((total % 3600) / 60), total % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** `21 novembre 2026 alle 16:10`, local time. */
export function formatMoment(timestamp: string): string {
  const moment = new Date(timestamp);
  const day = moment.toLocaleDateString('it-IT', { day: 'numeric', month: 'long', year: 'numeric' });
  return `${day} alle ${moment.toLocaleTimeString('it-IT', { hour: '2-digit', minute: '2-digit' })}`;
}

/** `31 dic 2026`: expiry days are stored as their last moment in UTC. */
export function formatExpiry(timestamp: string): string {
  return new Date(timestamp).toLocaleDateString('it-IT', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

/** Initial title from a file name: `aurora_sulla-linea.JPG` → `Aurora sulla linea`. */
export function titleOfFile(fileName: string): string {
  const words = fileName
    .replace(/\.[a-z0-9]{2,5}$/i, '')
    .replaceAll(/[-_.]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const title = words || 'Senza titolo';
  return (title.charAt(0).toUpperCase() + title.slice(1)).slice(0, 200);
}
