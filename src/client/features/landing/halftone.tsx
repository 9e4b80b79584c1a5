import { useId } from 'react';

/** Pixels between two dots of a row. */
const cell = 28;
const rows = 10;

interface HalftoneProps {
  /** Where the dots grow until they close into a flat colour. */
  towards: 'up' | 'down';
  /** Sets the colour of the ink with `text-…`. */
  className?: string;
}

/** The edge between two colours, as the cover's screen print would make it: rows of dots that grow. */
export function Halftone({ towards, className = '' }: HalftoneProps) {
  const id = useId();
  return (
    <svg
      className={`halftone ${className}`}
      width="100%"
      height={(rows * cell) / 2}
      data-towards={towards}
      aria-hidden="true"
    >
      {Array.from({ length: rows }, (_, row) => {
        const y = (row * cell) / 2;
        const grown = (row + 1) / rows;
        const radius = cell * (0.04 + 0.49 * grown);
        return (
          <g key={row}>
            <pattern
              id={`${id}-${row}`}
              patternUnits="userSpaceOnUse"
              x={row % 2 ? cell / 2 : 0}
              y={y - cell / 2}
              width={cell}
              height={rows * cell * 4}
            >
              {/* Dots wider than their cell spill over into the neighbours'. */}
              {[-0.5, 0.5, 1.5].map((place) => (
                <circle key={place} cx={cell * place} cy={cell} r={radius} fill="currentColor" />
              ))}
            </pattern>
            <rect width="100%" height="100%" fill={`url(#${id}-${row})`} />
          </g>
        );
      })}
    </svg>
  );
}
