import { useMemo } from 'react';
import { encode } from 'uqr';

/** Quiet zone in modules (ISO/IEC 18004). */
const quietZone = 4;

/** QR code as one SVG path, sharp at any print size. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(text, { ecc: 'M', boostEcc: true, border: quietZone });
    const rows = data.flatMap((row, y) =>
      row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).filter(Boolean),
    );
    return { size, path: rows.join('') };
  }, [text]);
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
