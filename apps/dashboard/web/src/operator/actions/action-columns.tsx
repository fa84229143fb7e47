import { Code, Text } from '@mantine/core';
import type { OperatorAction } from '@topup/dashboard-contract';
import { changedFacts } from '../../format/changed-facts';
import type { Column } from '../../ui/table/data-table';
import { ChangedFacts } from '../../ui/text/changed-facts';
import { Small } from '../../ui/text/small';
import { When } from '../../ui/text/when';

/** Columns of the audit log. */
export const actionColumns: Column<OperatorAction>[] = [
  { header: 'Action', cell: ({ action }) => <Code style={{ whiteSpace: 'nowrap' }}>{action}</Code>, names: true },
  {
    header: 'Subject',
    phone: 'plain',
    cell: ({ subject, account }) => (
      <>
        {subject}
        {account !== null && account.name !== subject && <Small>{account.name}</Small>}
      </>
    ),
  },
  { header: 'By', phone: 'plain', cell: (row) => <By row={row} /> },
  { header: 'Time', phone: 'plain', cell: ({ at }) => <When at={at} /> },
  { header: 'Change and note', phone: 'plain', cell: (row) => <Details row={row} /> },
];

function By({ row: { by, systemUser, address } }: { row: OperatorAction }) {
  const from = systemUser ?? address;
  return (
    <>
      {by}
      {from !== null && <Small>{from}</Small>}
    </>
  );
}

function Details({ row: { note, before, after, details } }: { row: OperatorAction }) {
  const facts = changedFacts(null, details);
  if (note === null && facts.length === 0 && before === null && after === null) return '–';
  // a digest of 64 characters would push the ends of all rows out of sight
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      {note !== null && <Text inherit>{note}</Text>}
      <ChangedFacts before={before} after={after} />
      {facts.length > 0 && <Small>{facts.join(' · ')}</Small>}
    </div>
  );
}
