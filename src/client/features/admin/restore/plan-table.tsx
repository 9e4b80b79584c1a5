import type { Change } from '#shared/contracts/backup.ts';
import { formatNumber } from '../format.ts';
import { TableHead } from '../table-head.tsx';

const columns = (coming: string) => [
  <span key="what" className="sr-only">
    Che cosa
  </span>,
  'Adesso',
  'Dopo',
  coming,
  'Spariscono',
  'Cambiano',
];

interface PlanTableProps {
  rows: readonly { label: string; change: Change }[];
  coming: string;
}

export function PlanTable({ rows, coming }: PlanTableProps) {
  return (
    <table role="table" className="admin-plan-table">
      <caption className="sr-only">Che cosa cambierebbe</caption>
      <TableHead columns={columns(coming)} />
      <tbody role="rowgroup">
        {rows.map(({ label, change }) => (
          <tr
            key={label}
            role="row"
            data-same={change.added + change.removed + change.changed === 0 || undefined}
          >
            <th role="rowheader" scope="row">
              {label}
            </th>
            <td role="cell">{formatNumber(change.now)}</td>
            <td role="cell">{formatNumber(change.then)}</td>
            <td role="cell">{change.added > 0 ? `+${formatNumber(change.added)}` : '–'}</td>
            <td role="cell">{change.removed > 0 ? `−${formatNumber(change.removed)}` : '–'}</td>
            <td role="cell">{change.changed > 0 ? formatNumber(change.changed) : '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
