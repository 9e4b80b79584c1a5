/** The cover's own motifs, printed large: a sun, an aurora of bars, the line on its piers with a train. */
export function Sunrise() {
  return (
    <svg viewBox="0 0 1440 820" preserveAspectRatio="xMidYMax slice" className="sunrise" aria-hidden="true">
      <circle cx="720" cy="560" r="432" fill="var(--color-paper)" />
      <circle cx="720" cy="560" r="418" fill="var(--color-coral)" />
      <g className="sunrise-aurora" stroke="var(--color-mint)" strokeWidth="4">
        <path d={aurora(170, 34, 0)} opacity="0.55" />
        <path d={aurora(250, 52, 2.1)} opacity="0.9" />
      </g>
      <g fill="var(--color-night-ink)">
        <path d="M0 756h1440v10H0zM0 782h1440v3H0z" />
        <path d={Array.from({ length: 17 }, (_, pier) => `M${36 + pier * 86} 766h12l6 54h-24z`).join('')} />
        <path d={wagons(330, 9)} />
        <path d="M945 718h74q44 4 62 36h-136z" />
      </g>
      <path d="M945 736h128l6 6H945z" fill="var(--color-coral)" />
      <circle cx="1072" cy="744" r="5" fill="var(--color-lamp)" />
    </svg>
  );
}

/** A curtain of vertical bars whose lower edge swings and whose heights vary like a voice. */
function aurora(base: number, swing: number, phase: number): string {
  return Array.from({ length: 144 }, (_, bar) => {
    const x = bar * 10 + 5;
    const foot = base + swing * Math.sin(x / 210 + phase);
    const height =
      24 +
      70 * Math.abs(Math.sin(bar * 0.21 + phase) * Math.sin(bar * 1.7)) +
      46 * Math.abs(Math.cos(x / 160));
    return `M${x} ${foot.toFixed(0)}v${(-height).toFixed(0)}`;
  }).join('');
}

function wagons(start: number, count: number): string {
  return Array.from({ length: count }, (_, wagon) => {
    const x = start + wagon * 68;
    return wagon % 3 === 1
      ? `M${x + 12} 726h36a14 14 0 0 1 0 28h-36a14 14 0 0 1 0-28z`
      : `M${x} 724h60v30h-60z`;
  }).join('');
}
