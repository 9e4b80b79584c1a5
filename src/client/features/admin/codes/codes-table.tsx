import type { ComponentProps } from 'react';
import type { FieldValues } from 'react-hook-form';
import { codeMatches } from '../code-tools.tsx';
import { EntityTab } from '../entity-tab.tsx';
import { PublishedCodes } from '../published-codes.tsx';
import type { StoredEntry } from '../saving/save-entry.ts';
import { useCodeLists, type CodeLists } from './use-code-lists.tsx';

type CodeRow = StoredEntry & { code: string };

const matches = (row: CodeRow, query: string) => codeMatches(row.code, query);

type OwnProps = 'above' | 'matches' | 'tools' | 'selection';

type CodesTableProps<Row extends CodeRow, Fields extends FieldValues> = Omit<
  ComponentProps<typeof EntityTab<Row, Fields>>,
  OwnProps
> & { lists: CodeLists<Row> };

export function CodesTable<Row extends CodeRow, Fields extends FieldValues>({
  lists,
  ...table
}: CodesTableProps<Row, Fields>) {
  const { tools, selection, dialogs } = useCodeLists(table.entity.list.data, lists);
  return (
    <>
      <EntityTab
        {...table}
        above={<PublishedCodes />}
        matches={matches}
        tools={tools}
        selection={selection}
      />
      {dialogs}
    </>
  );
}
