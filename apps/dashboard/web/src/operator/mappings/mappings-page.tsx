import { Group, Stack } from '@mantine/core';
import { IconArrowsLeftRight, IconCheck } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { MappingStatus, MappingTable } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';
import { EmptyState } from '../../ui/page/empty-state';
import { PageHeader } from '../../ui/page/page-header';
import { Panel } from '../../ui/page/panel';
import { ChoiceFilter } from '../../ui/table/choice-filter';
import { ExportCsv } from '../../ui/table/export-csv';
import { WholeTable } from '../../ui/table/paged-table';
import { SearchInput } from '../../ui/table/search-input';
import { useFilters } from '../../ui/table/use-filters';
import { ButtonLink } from '../../ui/text/links';
import { providerName } from '../../ui/text/names';
import { AcceptProposals } from './accept-proposals';
import { mappingColumns } from './mapping-columns';
import { type Unmapped, unmappedColumns } from './unmapped-columns';

const PATH = '/api/operator/mappings';
const STATUSES: Record<MappingStatus, string> = {
  proposed: 'Proposed',
  confirmed: 'Confirmed',
  rejected: 'Rejected',
};

type Filter = 'provider' | 'status' | 'search';
type Filters = Record<Filter, string>;

/** Which products of other providers are which of ours. */
export function MappingsPage() {
  const [{ provider = '', status: chosen = 'proposed', search = '' }, set] = useFilters<Filter>();
  const filters = { provider, status: chosen === 'all' ? '' : chosen, search };
  const { data } = useQuery(tableQuery(filters));
  const providers = Object.fromEntries((data?.providers ?? []).map((name) => [name, providerName(name)]));
  return (
    <Stack gap="md">
      <PageHeader
        title="Mappings"
        about="Match products of other providers to ours. Orders go only to products with a confirmed mapping, at the cost of that product."
        actions={
          <ButtonLink to="/operator/catalogue" variant="default" size="xs">
            Catalogue
          </ButtonLink>
        }
      />
      <Group gap="sm" align="flex-end">
        <ChoiceFilter
          label="Provider"
          choices={providers}
          value={provider}
          onChange={(value) => set('provider', value)}
        />
        <SearchInput label="Product" value={search} onChange={(text) => set('search', text)} />
      </Group>
      <Mapped filters={filters} onStatus={(value) => set('status', value)} />
      <WithoutMapping filters={filters} />
    </Stack>
  );
}

const tableQuery = (query: Filters) => ({
  ...thingQuery<MappingTable>(PATH, { query }),
  placeholderData: keepPreviousData,
});

function Mapped({ filters, onStatus }: { filters: Filters; onStatus(status: string): void }) {
  const { provider, status, search } = filters;
  const proposals = useQuery(tableQuery(filters)).data?.proposals ?? 0;
  const rows = useQuery({ ...tableQuery(filters), select: ({ mappings }) => mappings });
  return (
    <Panel
      title="Product mappings"
      flush
      actions={
        <Group gap="xs">
          {proposals > 0 && <AcceptProposals provider={provider} proposals={proposals} />}
          <ExportCsv path={`${PATH}.csv`} filters={filters} size="xs" />
        </Group>
      }
    >
      <Group px="md" pb="sm">
        <ChoiceFilter
          label="Status"
          choices={STATUSES}
          value={status}
          onChange={(value) => onStatus(value === '' ? 'all' : value)}
        />
      </Group>
      <WholeTable
        caption="Mappings of our products"
        columns={mappingColumns({ decided: status !== 'proposed' })}
        idOf={({ id }) => id}
        query={rows}
        empty={
          <EmptyState title="No matching mappings" icon={IconArrowsLeftRight}>
            {status === 'proposed' && search === ''
              ? 'No proposals to review. A sync with providers proposes the matches that it finds.'
              : 'Remove a filter to see more.'}
          </EmptyState>
        }
      />
    </Panel>
  );
}

function WithoutMapping({ filters }: { filters: Filters }) {
  const rows = useQuery({ ...tableQuery(filters), select: withChoices });
  return (
    <Panel
      title="Unmapped products"
      flush
      actions={<ExportCsv path={`${PATH}/unmapped.csv`} filters={filters} size="xs" />}
    >
      <WholeTable
        caption="Our products without a mapping"
        columns={unmappedColumns}
        idOf={({ provider, ours }) => `${provider} ${ours.product}`}
        query={rows}
        empty={
          <EmptyState title="All products are mapped" icon={IconCheck}>
            Proposals are listed above. Product types that a provider doesn’t sell are not listed.
          </EmptyState>
        }
      />
    </Panel>
  );
}

const withChoices = ({ unmapped, unused }: MappingTable): Unmapped[] =>
  unmapped.map(({ provider, ours }) => ({
    provider,
    ours,
    choices: unused.filter((theirs) => theirs.provider === provider && theirs.type === ours.type),
  }));
