import { currentBook } from '#client/current-book.ts';

/** Decorative: sun and aurora; for a book with a railway line also the line and a train. */
export function Sunrise() {
  const { line } = currentBook().landing;
  return (
    <div className="sunrise" aria-hidden="true">
      <div className="sunrise-sun" />
      <svg viewBox="0 0 1440 340" preserveAspectRatio="xMidYMax slice" className="sunrise-aurora">
        <g stroke="var(--color-mint)" strokeWidth="4">
          <path d={aurora(170, 34, 0)} opacity="0.55" />
          <path d={aurora(250, 52, 2.1)} opacity="0.9" />
        </g>
      </svg>
      {(line.from || line.to) && (
        <svg viewBox="0 0 1440 110" preserveAspectRatio="xMidYMax slice" className="sunrise-line">
          <g fill="var(--color-night-ink)">
            <path d="M-240 44h1920v10H-240zM-240 70h1920v3H-240z" />
            <path
              d={Array.from({ length: 22 }, (_, pier) => `M${pier * 86 - 222} 54h12l6 56h-24z`).join('')}
            />
            <path d={wagons(129, 12)} />
            <path d="M945 6h74q44 4 62 36H945z" />
          </g>
          <path d="M945 24h128l6 6H945z" fill="var(--color-coral)" />
          <circle cx="1070" cy="33" r="5" fill="var(--color-lamp)" />
        </svg>
      )}
    </div>
  );
}

function aurora(base: number, swing: number, phase: number): string {
  return Array.from({ length: 150 }, (_, bar) => {
    const x = bar * 10 - 25;
    const foot = base + swing * Math.sin(x / 210 + phase);
    const voice = 70 * Math.abs(Math.sin(bar * 0.21 + phase) * Math.sin(bar * 1.7));
    const height = 24 + voice + 46 * Math.abs(Math.cos(x / 160));
    return `M${x} ${foot.toFixed(0)}v${(-height).toFixed(0)}`;
  }).join('');
}

function wagons(start: number, count: number): string {
  return Array.from({ length: count }, (_, wagon) => {
    const x = start + wagon * 68;
    return wagon % 3 === 1
      ? `M${x + 12} 14h36a14 14 0 0 1 0 28h-36a14 14 0 0 1 0-28z`
      : `M${x} 12h60v30h-60z`;
  }).join('');
}
