import { ActionIcon, Box, Skeleton, Stack, Table, VisuallyHidden } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { BriefTimes } from '../text/values';
import classes from './data-table.module.css';

export type Column<Row> = {
  /** '' is a column of buttons. On a phone, a button at the end of the row shows them. */
  header: string;
  /** '–' says that there is nothing. A phone leaves it out. */
  cell(row: Row): ReactNode;
  /** Aligns at the end of the column; for numbers. */
  end?: boolean;
  /** The heading of the row, and its first line on a phone. Exactly one column of a table has it. */
  names?: boolean;
  /**
   * Where it stands on a phone: at the end of the first line ("end"), on the second line without its header ("plain"),
   * there in one line with its smaller text ("rest"), or nowhere ("none"). Default: on the second line, named.
   */
  phone?: 'end' | 'plain' | 'rest' | 'none';
};

export type TableOf<Row> = {
  /** A sentence about the table, for screen readers. */
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  idOf(row: Row): string | number;
};

/** Rows as a table; on a phone or tablet each row has two lines, so that nothing is scrolled sideways. */
export function DataTable<Row>(props: TableOf<Row>) {
  const narrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false });
  return narrow ? <PhoneRows {...props} /> : <Rows {...props} />;
}

function Rows<Row>({ caption, columns, rows, idOf }: TableOf<Row>) {
  return (
    // Scrollable content must be reachable by keyboard. It is no landmark: its panel is one.
    <Box role="group" className={classes.region} tabIndex={0} aria-label={caption}>
      <Table verticalSpacing={8} horizontalSpacing="md" highlightOnHover fz="sm" className={classes.table}>
        <VisuallyHidden component="caption">{caption}</VisuallyHidden>
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
  if (names) return <Table.Th scope="row">{cell(row)}</Table.Th>;
  return <Table.Td data-end={end || undefined}>{cell(row)}</Table.Td>;
}

function PhoneRows<Row>({ caption, columns, rows, idOf }: TableOf<Row>) {
  return (
    <BriefTimes value={true}>
      <Box component="ul" m={0} p={0} style={{ listStyle: 'none' }} aria-label={caption}>
        {rows.map((row) => (
          <PhoneRow key={idOf(row)} columns={columns} row={row} />
        ))}
      </Box>
    </BriefTimes>
  );
}

/** A link in the first line takes the whole row. */
function PhoneRow<Row>({ columns, row }: { columns: Column<Row>[]; row: Row }) {
  const id = useId();
  const [opened, { toggle }] = useDisclosure(false);
  const actions = columns.find(({ header }) => header === '')?.cell(row);
  const shown = columns.filter(({ header, names, phone }) => header !== '' && !names && phone !== 'none');
  return (
    <li className={classes.phoneRow}>
      <div className={classes.phoneName} id={`${id}name`}>
        {columns.find(({ names }) => names)?.cell(row)}
      </div>
      <PhoneFacts columns={shown.filter(({ phone }) => phone === 'end')} row={row} />
      <PhoneFacts columns={shown.filter(({ phone }) => phone !== 'end')} row={row} second />
      {actions && (
        <ActionIcon
          variant="subtle"
          color="gray"
          className={classes.phoneMore}
          id={`${id}more`}
          aria-label="Actions"
          aria-labelledby={`${id}more ${id}name`}
          aria-expanded={opened}
          onClick={toggle}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      )}
      {actions && opened && <div className={classes.phoneActions}>{actions}</div>}
    </li>
  );
}

function PhoneFacts<Row>({ columns, row, second = false }: { columns: Column<Row>[]; row: Row; second?: boolean }) {
  const facts = columns.map((column) => ({ ...column, fact: column.cell(row) })).filter(({ fact }) => fact !== '–');
  if (facts.length === 0) return null;
  return (
    <dl className={second ? classes.phoneSecond : classes.phoneEnd}>
      {facts.map(({ header, fact, phone }) => (
        <div key={header} data-phone={phone}>
          {phone === undefined ? <dt>{header}</dt> : <VisuallyHidden component="dt">{header}</VisuallyHidden>}
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The placeholder of a table. */
export function TableSkeleton() {
  return (
    <Stack gap="sm" p="md" aria-busy="true" aria-label="Loading" role="status">
      {Array.from({ length: 6 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows do not differ
        <Skeleton key={row} height={22} radius="sm" width={`${100 - (row % 3) * 8}%`} />
      ))}
    </Stack>
  );
}
