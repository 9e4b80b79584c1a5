import type { ReactNode } from 'react';

/** Explicit roles, because narrow screens change `display` (admin.css), which removes the implicit ones. */
export function TableHead({ columns }: { columns: readonly ReactNode[] }) {
  return (
    <thead role="rowgroup">
      <tr role="row">
        {columns.map((column, at) => (
          <th key={at} role="columnheader" scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
  );
}
