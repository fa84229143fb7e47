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
  const providers = Object.fromEntries((data?.providers ?? []).map((name) => [name, name]));
  return (
    <Stack gap="md">
      <PageHeader
        title="Mappings"
        about="Which product of another provider is which of ours. An order goes there only by a confirmed mapping, and costs what that product costs."
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
      title="Ours and theirs"
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
        caption="Products of ours beside those of other providers"
        columns={mappingColumns({ decided: status !== 'proposed' })}
        idOf={({ id }) => id}
        query={rows}
        empty={
          <EmptyState title="No matching mappings" icon={IconArrowsLeftRight}>
            {status === 'proposed' && search === ''
              ? 'Nothing waits for a decision. A sync with the providers proposes what it finds.'
              : 'Take a filter away to see more.'}
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
    <Panel title="Ours without a mapping" flush>
      <WholeTable
        caption="Products of ours that cannot go to a provider, although it sells such products"
        columns={unmappedColumns}
        idOf={({ provider, ours }) => `${provider} ${ours.product}`}
        query={rows}
        empty={
          <EmptyState title="All our products are mapped" icon={IconCheck}>
            Proposals are above. Types of products that a provider does not sell at all are not listed.
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
