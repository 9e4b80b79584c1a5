type Drawing = 'wave' | 'levels' | 'dial';

/** Line drawings as in the manuals of the book's machines: a voice, twelve lamps, a dial. */
export function FeatureDrawing({ name }: { name: Drawing }) {
  return (
    <svg viewBox="0 0 160 80" className="w-40 h-20 mb-6" fill="none" stroke="currentColor" aria-hidden="true">
      {name === 'wave' && <Wave />}
      {name === 'levels' && <Levels />}
      {name === 'dial' && <Dial />}
    </svg>
  );
}

function Wave() {
  const heights = Array.from({ length: 39 }, (_, index) => {
    const swell = Math.sin((index / 38) * Math.PI) ** 1.5;
    return 3 + swell * (12 + 18 * Math.abs(Math.sin(index * 1.9) * Math.cos(index * 0.6)));
  });
  return (
    <path d={heights.map((h, index) => `M${4 + index * 4} ${40 - h}V${40 + h}`).join('')} strokeWidth="1.5" />
  );
}

function Levels() {
  return Array.from({ length: 12 }, (_, index) => (
    <g key={index}>
      <circle
        cx={16 + (index % 6) * 25.6}
        cy={24 + Math.floor(index / 6) * 32}
        r="8"
        fill={index < 4 ? 'currentColor' : 'none'}
      />
      <path d={`M${16 + (index % 6) * 25.6} ${34 + Math.floor(index / 6) * 32}v5`} />
    </g>
  ));
}

function Dial() {
  return (
    <>
      <path d="M4 60h152M4 20h152" />
      <path
        d={Array.from({ length: 39 }, (_, tick) => `M${4 + tick * 4} 60v-${tick % 5 === 0 ? 16 : 8}`).join(
          '',
        )}
      />
      <path d="M64 12v56" stroke="var(--color-coral)" strokeWidth="2" />
    </>
  );
}
