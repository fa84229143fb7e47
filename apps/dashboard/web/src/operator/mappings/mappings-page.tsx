import { Group, Text } from '@mantine/core';
import { IconArrowsLeftRight, IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { MappingRow, MappingTable, OurProductRow, ProviderProductRow } from '@topup/dashboard-contract';
import { keptQuery } from '../../api/queries';
import { counted } from '../../format/numbers';
import { PRODUCTS } from '../../generated/vocabulary';
import { EmptyState, Page } from '../../ui/page/page';
import { ChoiceFilter, FilterBar, useFilters } from '../../ui/table/filters';
import { type Column, TablePanel } from '../../ui/table/table-panel';
import { ButtonLink } from '../../ui/text/links';
import { providerName, serviceName } from '../../ui/text/names';
import { Money, Small, StatusBadge, When, wordsOf } from '../../ui/text/values';
import { AcceptProposals, Cost, DecideMapping, MapByHand, ourName } from './mapping-actions';

const PATH = '/api/operator/mappings';

type Filter = 'provider' | 'status' | 'search';
type Filters = Record<Filter, string>;

/** Which product of another provider is which of our products. */
export default function MappingsPage() {
  const [{ provider = '', status = 'proposed', search = '' }] = useFilters<Filter>();
  const filters = { provider, status: status === 'all' ? '' : status, search };
  const { data } = useQuery(tableQuery(filters));
  const providers = Object.fromEntries((data?.providers ?? []).map((name) => [name, providerName(name)]));
  return (
    <Page
      title="Mappings"
      about="Match products of other providers to ours. Orders go only to confirmed ones. Costs are as each provider lists them, some before commission and some after."
      actions={
        <ButtonLink to="/operator/catalogue" variant="default" size="xs">
          Catalogue
        </ButtonLink>
      }
    >
      <FilterBar
        filters={[
          { name: 'provider', label: 'Provider', choices: providers },
          { name: 'search', label: 'Product' },
        ]}
      />
      <Mapped filters={filters} proposals={data?.proposals ?? 0} />
      <WithoutMapping filters={filters} />
    </Page>
  );
}

const tableQuery = (query: Filters) => keptQuery<MappingTable>(PATH, { query });

function Mapped({ filters, proposals }: { filters: Filters; proposals: number }) {
  const { provider, status, search } = filters;
  const [, set] = useFilters<Filter>();
  return (
    <TablePanel
      title="Product mappings"
      caption="Mappings of our products"
      csv={`${PATH}.csv`}
      query={filters}
      actions={proposals > 0 && <AcceptProposals provider={provider} proposals={proposals} />}
      filters={
        <Group px="md" pb="sm">
          <ChoiceFilter
            label="Status"
            choices={wordsOf('proposed', 'confirmed', 'rejected')}
            value={status}
            onChange={(value) => set('status', value === '' ? 'all' : value)}
          />
        </Group>
      }
      columns={mappingColumns({ decided: status !== 'proposed' })}
      rows={useQuery({ ...tableQuery(filters), select: ({ mappings }) => mappings })}
      idOf={({ id }) => id}
      empty={
        <EmptyState title="No matching mappings" icon={IconArrowsLeftRight}>
          {status === 'proposed' && search === ''
            ? 'No proposals to review. A sync with providers proposes the matches that it finds.'
            : 'Remove a filter to see more.'}
        </EmptyState>
      }
    />
  );
}

const WithoutMapping = ({ filters }: { filters: Filters }) => (
  <TablePanel
    title="Unmapped products"
    caption="Our products without a mapping"
    csv={`${PATH}/unmapped.csv`}
    query={filters}
    columns={unmappedColumns}
    rows={useQuery({ ...tableQuery(filters), select: withChoices })}
    idOf={({ provider, ours }) => `${provider} ${ours.product}`}
    empty={
      <EmptyState title="All products are mapped" icon={IconCheck}>
        Proposals are listed above. Product types that a provider doesn’t sell are not listed.
      </EmptyState>
    }
  />
);

const withChoices = ({ unmapped, unused }: MappingTable): Unmapped[] =>
  unmapped.map(({ provider, ours }) => ({
    provider,
    ours,
    choices: unused.filter((theirs) => theirs.provider === provider && theirs.type === ours.type),
  }));

/** Our product: its name, and the text that names it. */
function Ours({ ours }: { ours: OurProductRow }) {
  return <Small under={`${PRODUCTS[ours.type]}, ${ourName(ours)}`}>{ours.product}</Small>;
}

/** A product in the words of its provider. */
const Theirs = ({ theirs: { provider, name, code, amount, gone } }: { theirs: ProviderProductRow }) => (
  <Small under={name}>
    {providerName(provider)} {code}
    {amount !== null && ` at ₦${amount}`}
    {gone && ', no longer listed'}
  </Small>
);

type Said = { size: string | null; validity: string | null };

const gives = ({ size, validity }: Said): string => [size, validity].filter((text) => text !== null).join(', ');

/** Shows the size and validity in both names, and those in the provider's name if they differ. */
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
    <Small under={<StatusBadge status={status} />}>
      By {decidedBy ?? 'a sync'}, <When at={decidedAt} />
    </Small>
  ),
};

/** `decided`: with the status, and who has decided. */
const mappingColumns = ({ decided }: { decided: boolean }): Column<MappingRow>[] => [
  { header: 'Our product', cell: ({ ours }) => (ours === null ? 'No longer sold' : <Ours ours={ours} />), names: true },
  { header: 'Provider product', phone: 'plain', cell: ({ theirs }) => <Theirs theirs={theirs} /> },
  { header: 'Size and validity', cell: (row) => <Gives row={row} /> },
  {
    header: 'Cost',
    cell: ({ ours, theirs }) => (
      <Small under={<Cost amount={theirs.cost} />} whole>
        Ours <Cost amount={ours?.cost} />
      </Small>
    ),
    end: true,
  },
  {
    header: 'Difference',
    cell: ({ difference }) => (difference === null ? '–' : <Money amount={difference} cost />),
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

/** One of our products that a provider does not get. `choices`: its products of that type without a mapping. */
type Unmapped = {
  provider: string;
  ours: OurProductRow;
  choices: ProviderProductRow[];
};

const unmappedColumns: Column<Unmapped>[] = [
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
