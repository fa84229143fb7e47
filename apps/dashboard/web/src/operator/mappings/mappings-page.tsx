import { Group } from '@mantine/core';
import { IconArrowsLeftRight, IconCheck } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { MappingStatus, MappingTable } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';
import { EmptyState } from '../../ui/page/empty-state';
import { Page } from '../../ui/page/page';
import { ChoiceFilter } from '../../ui/table/choice-filter';
import { FilterBar } from '../../ui/table/filter-bar';
import { TablePanel } from '../../ui/table/table-panel';
import { useFilters } from '../../ui/table/use-filters';
import { ButtonLink } from '../../ui/text/links';
import { providerName } from '../../ui/text/names';
import { AcceptProposals } from './mapping-actions';
import { mappingColumns, type Unmapped, unmappedColumns } from './mapping-columns';

const PATH = '/api/operator/mappings';
const STATUSES: Record<MappingStatus, string> = {
  proposed: 'Proposed',
  confirmed: 'Confirmed',
  rejected: 'Rejected',
};

type Filter = 'provider' | 'status' | 'search';
type Filters = Record<Filter, string>;

/** Which products of other providers are which of ours. */
export default function MappingsPage() {
  const [{ provider = '', status = 'proposed', search = '' }] = useFilters<Filter>();
  const filters = { provider, status: status === 'all' ? '' : status, search };
  const { data } = useQuery(tableQuery(filters));
  const providers = Object.fromEntries((data?.providers ?? []).map((name) => [name, providerName(name)]));
  return (
    <Page
      title="Mappings"
      about="Match products of other providers to ours. Orders go only to products with a confirmed mapping, at the cost of that product."
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

const tableQuery = (query: Filters) => ({
  ...thingQuery<MappingTable>(PATH, { query }),
  placeholderData: keepPreviousData,
});

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
            choices={STATUSES}
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
