import { Group, NativeSelect, Stack } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { CatalogueRow } from '../../../../src/contract';
import { thingQuery } from '../../api/queries';
import { ChoiceFilter } from '../../components/choice-filter';
import { EmptyState } from '../../components/empty-state';
import { PageHeader } from '../../components/page-header';
import { WholeTable } from '../../components/paged-table';
import { Panel } from '../../components/panel';
import { SearchInput } from '../../components/search-input';
import { useFilters } from '../../components/use-filters';
import { catalogueColumns } from './catalogue-columns';
import { SyncPanel } from './sync-panel';
import { TierDialog } from './tier-dialog';
import { tiersQuery } from './tiers';

type Filter = 'tier' | 'network' | 'search';

export function OperatorCataloguePage() {
  const [{ tier: chosen, network = '', search = '' }, set] = useFilters<Filter>();
  const tiers = useQuery(tiersQuery).data ?? [];
  const tier = tiers.find(({ name }) => name === chosen) ?? tiers[0];
  const all = useQuery({
    ...thingQuery<CatalogueRow[]>('/api/operator/catalogue', { query: { tier: tier?.name } }),
    enabled: tier !== undefined,
  });
  const query = { ...all, ...(all.data !== undefined && { data: all.data.filter((row) => isLike(row, network, search)) }) } as typeof all;
  const networks = [...new Set(all.data?.map((row) => row.network))].sort();
  return (
    <Stack gap="md">
      <PageHeader title="Catalogue and prices" about="What the provider sells us, and what each tier pays for it." />
      <SyncPanel />
      <Panel title="Data plans" flush actions={<TierDialog tier={tier} />}>
        <Group px="md" pb="sm" gap="sm" align="flex-end">
          <NativeSelect
            label="Prices of tier"
            data={tiers.map(({ name, markupPercent }) => ({ value: name, label: `${name} (${markupPercent}%)` }))}
            value={tier?.name ?? ''}
            onChange={({ currentTarget }) => set('tier', currentTarget.value)}
          />
          <ChoiceFilter
            label="Network"
            choices={Object.fromEntries(networks.map((name) => [name, name]))}
            value={network}
            onChange={(value) => set('network', value)}
          />
          <SearchInput label="Plan" value={search} onChange={(text) => set('search', text)} />
        </Group>
        <WholeTable
          caption={`Data plans at the prices of tier ${tier?.name ?? ''}`}
          columns={catalogueColumns(tier?.name ?? '')}
          idOf={({ id }) => id}
          query={query}
          empty={
            <EmptyState title="No plan is like that" icon={IconTag}>
              {all.data?.length === 0 ? 'Sync with the provider to fill the catalogue.' : 'Take a filter away to see more.'}
            </EmptyState>
          }
        />
      </Panel>
    </Stack>
  );
}

function isLike({ network: of, name, planId }: CatalogueRow, network: string, search: string): boolean {
  const text = `${name} ${planId ?? ''}`.toLowerCase();
  return (network === '' || of === network) && text.includes(search.toLowerCase());
}
