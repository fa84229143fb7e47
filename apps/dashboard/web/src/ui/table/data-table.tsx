import { Box, Skeleton, Stack, Table, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './data-table.module.css';

export type Column<Row> = {
  /** '' is a column of buttons. */
  header: string;
  cell(row: Row): ReactNode;
  /** Aligns at the end of the column; for numbers. */
  end?: boolean;
  /** The heading of the row, or of its card on a phone. Exactly one column of a table has it. */
  names?: boolean;
  /** Not shown on a phone. */
  wideOnly?: boolean;
};

type Props<Row> = {
  /** What the table holds, for screen readers. */
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  idOf(row: Row): string | number;
};

/** Rows as a table; on a phone each row is a card, so that nothing is scrolled sideways. */
export function DataTable<Row>(props: Props<Row>) {
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  return narrow ? <Cards {...props} /> : <Rows {...props} />;
}

function Rows<Row>({ caption, columns, rows, idOf }: Props<Row>) {
  return (
    // A scrollable region must be reachable by keyboard.
    <Box component="section" className={classes.region} tabIndex={0} aria-label={caption}>
      <Table verticalSpacing={8} horizontalSpacing="md" highlightOnHover className={classes.table}>
        <Table.Caption className={classes.caption}>{caption}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ header, end }) => (
              <Table.Th key={header} scope="col" data-end={end || undefined}>
                {header === '' ? <VisuallyHidden>Actions</VisuallyHidden> : header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={idOf(row)}>
              {columns.map((column) => (
                <Cell key={column.header} column={column} row={row} />
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  );
}

function Cell<Row>({ column: { cell, end, names }, row }: { column: Column<Row>; row: Row }) {
  if (names)
    return (
      <Table.Th scope="row" className={classes.names}>
        {cell(row)}
      </Table.Th>
    );
  return <Table.Td data-end={end || undefined}>{cell(row)}</Table.Td>;
}

function Cards<Row>({ caption, columns, rows, idOf }: Props<Row>) {
  return (
    <ul className={classes.cards} aria-label={caption}>
      {rows.map((row) => (
        <li key={idOf(row)} className={classes.card}>
          {columns
            .filter(({ names }) => names)
            .map(({ header, cell }) => (
              <div key={header} className={classes.cardName}>
                {cell(row)}
              </div>
            ))}
          <dl className={classes.cardFacts}>
            {columns
              .filter(({ names, wideOnly }) => !names && !wideOnly)
              .map(({ header, cell }) => (
                <div key={header}>
                  {header === '' ? <VisuallyHidden component="dt">Actions</VisuallyHidden> : <dt>{header}</dt>}
                  <dd>{cell(row)}</dd>
                </div>
              ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

/** The placeholder of a table. */
export function TableSkeleton({ rows = 6 }: { rows?: number }) {
  return (
    <Stack gap="sm" p="md" aria-busy="true" aria-label="Loading" role="status">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <Skeleton key={row} height={22} radius="sm" width={`${100 - (row % 3) * 8}%`} />
      ))}
    </Stack>
  );
}
