import { Group, Stack } from '@mantine/core';
import { IconArrowsLeftRight, IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { MappingStatus, MappingTable } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';
import { EmptyState } from '../../ui/page/empty-state';
import { PageHeader } from '../../ui/page/page-header';
import { Panel } from '../../ui/page/panel';
import { ChoiceFilter } from '../../ui/table/choice-filter';
import { WholeTable } from '../../ui/table/paged-table';
import { SearchInput } from '../../ui/table/search-input';
import { useFilters } from '../../ui/table/use-filters';
import { ButtonLink } from '../../ui/text/links';
import { providerName } from '../../ui/text/provider-name';
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

/** Which products of other providers are which of ours. */
export function MappingsPage() {
  const [{ provider = '', status = 'proposed', search = '' }, set] = useFilters<Filter>();
  const { data } = useQuery(tableQuery(provider));
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
      <Mapped {...{ provider, status, search }} onStatus={(value) => set('status', value)} />
      <WithoutMapping {...{ provider, search }} />
    </Stack>
  );
}

const tableQuery = (provider: string) => thingQuery<MappingTable>(PATH, { query: { provider } });

function Mapped({
  provider,
  status,
  search,
  onStatus,
}: {
  provider: string;
  status: string;
  search: string;
  onStatus(status: string): void;
}) {
  const { data } = useQuery(tableQuery(provider));
  const proposals = data?.mappings.filter((row) => row.status === 'proposed').length ?? 0;
  const rows = useQuery({
    ...tableQuery(provider),
    select: ({ mappings }) =>
      mappings.filter(
        (row) =>
          (status === 'all' || row.status === status) &&
          hasText(search, row.ours?.name, row.ours?.product, row.theirs.name, row.theirs.code),
      ),
  });
  return (
    <Panel
      title="Product mappings"
      flush
      actions={proposals > 0 && <AcceptProposals provider={provider} proposals={proposals} />}
    >
      <Group px="md" pb="sm">
        <ChoiceFilter
          label="Status"
          choices={STATUSES}
          value={status === 'all' ? '' : status}
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

function WithoutMapping({ provider, search }: { provider: string; search: string }) {
  const rows = useQuery({
    ...tableQuery(provider),
    select: (table) => unmappedOf(table).filter(({ ours }) => hasText(search, ours.name, ours.product)),
  });
  return (
    <Panel title="Unmapped products" flush>
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

/** What has a proposal is listed as one. */
function unmappedOf({ unmapped, unused, mappings }: MappingTable): Unmapped[] {
  const proposed = new Set(
    mappings.filter(({ status }) => status === 'proposed').map(({ provider, ours }) => `${provider} ${ours?.product}`),
  );
  return unmapped
    .filter(({ provider, ours }) => !proposed.has(`${provider} ${ours.product}`))
    .map(({ provider, ours }) => ({
      provider,
      ours,
      choices: unused.filter((theirs) => theirs.provider === provider && theirs.type === ours.type),
    }));
}

const hasText = (search: string, ...texts: (string | undefined)[]): boolean =>
  texts.join(' ').toLowerCase().includes(search.toLowerCase());
