import { formatNumber } from '../format.ts';

interface Bar {
  label: string;
  title: string;
  value: number;
}

interface BarPlotProps {
  name: string;
  bars: readonly Bar[];
  empty: string;
}

const width = 600;
const height = 126;
const base = 96;
const maxBarHeight = 78;
/** Minimum distance of labels; half of it at the edges. */
const labelWidth = 60;
const edge = 32;

/** Phones scale the chart to less than half: larger and fewer labels. */
const textClass = 'fill-current font-mono text-[13px] [text-anchor:middle] max-sm:text-[27px]';

/** Bar chart with the maximum labelled; screen readers get a table. */
export function BarPlot({ name, bars, empty }: BarPlotProps) {
  const highest = Math.max(0, ...bars.map(({ value }) => value));
  if (highest === 0) return <p className="admin-hint">{empty}</p>;
  const step = width / bars.length;
  const every = Math.ceil(labelWidth / step);
  const first = Math.max(0, Math.ceil(edge / step - 0.5));
  const top = bars.findIndex(({ value }) => value === highest);
  return (
    <>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        className="w-full mt-3 max-sm:overflow-visible"
        aria-hidden="true"
      >
        <path d={`M0 ${base}.5H${width}`} className="stroke-(--ink)" />
        {bars.map(({ label, title, value }, i) => {
          const size = (value / highest) * maxBarHeight;
          const center = (i + 0.5) * step;
          return (
            <g key={title}>
              <rect
                x={center - Math.min(step * 0.35, 20)}
                y={base - size}
                width={Math.min(step * 0.7, 40)}
                height={size}
                className="fill-night"
              />
              {i >= first && (i - first) % every === 0 && center <= width - edge && (
                <text
                  x={center}
                  y={base + 24}
                  className={`${textClass} ${(i - first) % (2 * every) ? 'max-sm:hidden' : ''}`}
                >
                  {label}
                </text>
              )}
              {i === top && (
                <text
                  x={Math.min(Math.max(center, 20), width - 20)}
                  y={base - size - 5}
                  className={textClass}
                >
                  {formatNumber(value)}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <table className="sr-only">
        <caption>{name}</caption>
        <tbody>
          {bars
            .filter(({ value }) => value > 0)
            .map(({ title, value }) => (
              <tr key={title}>
                <th scope="row">{title}</th>
                <td>{formatNumber(value)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </>
  );
}
