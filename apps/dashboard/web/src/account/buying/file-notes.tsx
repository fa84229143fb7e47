import { Button, Center, Text } from '@mantine/core';
import type { FileNote } from '@topup/dashboard-contract';
import { type ReactNode, useState } from 'react';
import { counted } from '../../format/numbers';
import { Panel } from '../../ui/page/page';
import { DataTable } from '../../ui/table/data-table';
import { NOTE_COLUMNS } from './batch-columns';

const AT_FIRST = 50;

type Props = { title: string; caption: string; notes: FileNote[]; children: ReactNode };

/** Faults or notes of a file, by row. */
export function FileNotes({ title, caption, notes, children }: Props) {
  const [all, setAll] = useState(false);
  return (
    <Panel title={title} flush>
      <Text size="sm" px="md" pb="sm" component="div">
        {children}
      </Text>
      <DataTable
        caption={caption}
        columns={NOTE_COLUMNS}
        rows={(all ? notes : notes.slice(0, AT_FIRST)).map((note, n) => ({ ...note, n }))}
        idOf={({ row, field, reason }) => `${row} ${field} ${reason}`}
      />
      {!all && notes.length > AT_FIRST && (
        <Center p="sm">
          <Button variant="default" size="xs" onClick={() => setAll(true)}>
            Show all {counted(notes.length, 'line')}
          </Button>
        </Center>
      )}
    </Panel>
  );
}
