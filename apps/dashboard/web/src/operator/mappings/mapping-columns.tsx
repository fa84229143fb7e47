import { Group, Text } from '@mantine/core';
import type { MappingRow } from '@topup/dashboard-contract';
import type { Column } from '../../ui/table/data-table';
import { Money } from '../../ui/text/money';
import { serviceName } from '../../ui/text/names';
import { StatusBadge } from '../../ui/text/status-badge';
import { When } from '../../ui/text/when';
import { DecideMapping } from './decide-mapping';
import { Cost, Ours, Theirs } from './product-cells';

type Said = { size: string | null; validity: string | null };

const gives = ({ size, validity }: Said): string => [size, validity].filter((text) => text !== null).join(', ');

/** What both names say, and what theirs says if that is something else. */
function Gives({ row: { ours, theirs } }: { row: MappingRow }) {
  const [one, other] = [ours === null ? '' : gives(ours), gives(theirs)];
  const services = new Set([ours?.service, theirs.service].filter((service) => service != null));
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      {one || other || '–'}
      {one !== '' && other !== '' && one !== other && ` (provider: ${other})`}
      <Text span size="xs" c="dimmed" display="block">
        {[...services].map(serviceName).join(' and ')}
      </Text>
    </span>
  );
}

const status: Column<MappingRow> = {
  header: 'Status',
  phone: 'plain',
  cell: ({ status, decidedBy, decidedAt }) => (
    <>
      <StatusBadge status={status} />
      <Text span size="xs" c="dimmed" display="block">
        By {decidedBy ?? 'a sync'}, <When at={decidedAt} />
      </Text>
    </>
  ),
};

/** `decided`: with the status, and who has decided. */
export const mappingColumns = ({ decided }: { decided: boolean }): Column<MappingRow>[] => [
  { header: 'Our product', cell: ({ ours }) => (ours === null ? 'No longer sold' : <Ours ours={ours} />), names: true },
  { header: 'Provider product', phone: 'plain', cell: ({ theirs }) => <Theirs theirs={theirs} /> },
  { header: 'Size and validity', cell: (row) => <Gives row={row} /> },
  { header: 'Our cost', cell: ({ ours }) => <Cost amount={ours?.cost} />, end: true },
  { header: 'Provider cost', cell: ({ theirs }) => <Cost amount={theirs.cost} />, end: true },
  {
    header: 'Difference',
    cell: ({ difference }) => (difference === null ? '–' : <Money amount={difference} signed />),
    end: true,
  },
  ...(decided ? [status] : []),
  {
    header: '',
    cell: (row) => (
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        {row.status !== 'confirmed' && row.ours !== null && !row.theirs.gone && (
          <DecideMapping row={row} to="confirm" />
        )}
        {row.status !== 'rejected' && <DecideMapping row={row} to="reject" />}
      </Group>
    ),
    end: true,
  },
];
