import { Code, Text } from '@mantine/core';
import type { AccountAction } from '@topup/dashboard-contract';
import type { Column } from '../../ui/table/data-table';
import { ChangedFacts } from '../../ui/text/changed-facts';
import { When } from '../../ui/text/when';

export const activityColumns: Column<AccountAction>[] = [
  { header: 'Action', cell: ({ action }) => <Code style={{ whiteSpace: 'nowrap' }}>{action}</Code>, names: true },
  { header: 'Subject', phone: 'plain', cell: ({ subject }) => subject },
  { header: 'By', phone: 'plain', cell: (row) => <By row={row} /> },
  { header: 'Time', phone: 'plain', cell: ({ at }) => <When at={at} /> },
  {
    header: 'Change',
    phone: 'plain',
    cell: ({ before, after, details }) =>
      before === null && after === null && Object.keys(details).length === 0 ? (
        '–'
      ) : (
        <ChangedFacts before={before} after={{ ...after, ...details }} />
      ),
  },
];

function By({ row: { by, address } }: { row: AccountAction }) {
  return (
    <>
      {by}
      {address !== null && (
        <Text inherit c="dimmed" size="xs">
          {address}
        </Text>
      )}
    </>
  );
}
