import { Group, Text } from '@mantine/core';
import type { MappingRow, OurProductRow, ProviderProductRow } from '@topup/dashboard-contract';
import { PRODUCTS } from '../../account/transactions/transaction-filters';
import { counted } from '../../format/numbers';
import type { Column } from '../../ui/table/data-table';
import { Money } from '../../ui/text/money';
import { providerName, serviceName } from '../../ui/text/names';
import { Small } from '../../ui/text/small';
import { StatusBadge } from '../../ui/text/status-badge';
import { When } from '../../ui/text/when';
import { Cost, DecideMapping, MapByHand, ourName } from './mapping-actions';

/** A product of ours: its name, and the text that names it. */
function Ours({ ours }: { ours: OurProductRow }) {
  const isPlan = ours.type === 'DATA' || ours.type === 'CABLE_TV';
  return (
    <>
      {isPlan ? ourName(ours) : `${PRODUCTS[ours.type]}, ${ourName(ours)}`}
      <Small>{ours.product}</Small>
    </>
  );
}

/** A product in the words of its provider. */
function Theirs({ theirs: { provider, name, code, amount, gone } }: { theirs: ProviderProductRow }) {
  return (
    <>
      {name}
      <Small>
        {providerName(provider)} {code}
        {amount !== null && ` at ₦${amount}`}
        {gone && ', no longer listed'}
      </Small>
    </>
  );
}

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
      <Small>{[...services].map(serviceName).join(' and ')}</Small>
    </span>
  );
}

const status: Column<MappingRow> = {
  header: 'Status',
  phone: 'plain',
  cell: ({ status, decidedBy, decidedAt }) => (
    <>
      <StatusBadge status={status} />
      <Small>
        By {decidedBy ?? 'a sync'}, <When at={decidedAt} />
      </Small>
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

/** A product of ours that a provider does not get. `choices`: its products of that type without a mapping. */
export type Unmapped = {
  provider: string;
  ours: OurProductRow;
  choices: ProviderProductRow[];
};

export const unmappedColumns: Column<Unmapped>[] = [
  { header: 'Our product', cell: ({ ours }) => <Ours ours={ours} />, names: true },
  { header: 'Provider', phone: 'plain', cell: ({ provider }) => providerName(provider) },
  { header: 'Our cost', cell: ({ ours }) => <Cost amount={ours.cost} />, end: true },
  {
    header: 'Provider products',
    phone: 'plain',
    cell: ({ choices }) => (
      <Text span size="sm" c="dimmed">
        {choices.length === 0 ? 'None left of this type' : `${counted(choices.length, 'product')} without a mapping`}
      </Text>
    ),
  },
  {
    header: '',
    cell: ({ ours, provider, choices }) =>
      choices.length > 0 && <MapByHand ours={ours} provider={provider} choices={choices} />,
    end: true,
  },
];
