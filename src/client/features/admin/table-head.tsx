import type { ReactNode } from 'react';

/**
 * The head of a table that a narrow screen lays out otherwise (admin.css): the roles are written out because that takes
 * them away.
 */
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
