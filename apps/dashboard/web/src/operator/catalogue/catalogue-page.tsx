import { Group, NativeSelect, Stack, Switch } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CatalogueRow, TierRow } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';
import { EmptyState } from '../../ui/page/empty-state';
import { Loaded } from '../../ui/page/loaded';
import { PageHeader } from '../../ui/page/page-header';
import { Panel } from '../../ui/page/panel';
import { ChoiceFilter } from '../../ui/table/choice-filter';
import { ExportCsv } from '../../ui/table/export-csv';
import { FilterChip } from '../../ui/table/filter-chip';
import { WholeTable } from '../../ui/table/paged-table';
import { SearchInput } from '../../ui/table/search-input';
import { useFilters } from '../../ui/table/use-filters';
import { ButtonLink } from '../../ui/text/links';
import { TierDialog } from '../prices/tier-dialog';
import { tiersQuery } from '../prices/tiers';
import { AnnouncePlan } from './announce-plan';
import { catalogueColumns } from './catalogue-columns';
import { NETWORKS } from './networks';
import { StoppedPlans } from './stopped-plans';
import { SyncPanel } from './sync-panel';

type Filter = 'tier' | 'network' | 'search' | 'stopped' | 'stale';

export function OperatorCataloguePage() {
  const [{ stopped }, set] = useFilters<Filter>();
  const tiers = useQuery(tiersQuery);
  return (
    <Stack gap="md">
      <PageHeader
        title="Catalogue"
        about="Data plans, our cost, and the price in each tier."
        actions={
          <ButtonLink to="/operator/catalogue/mappings" variant="default" size="xs">
            Mappings
          </ButtonLink>
        }
      />
      <SyncPanel />
      {stopped === 'true' ? (
        <>
          <Group>
            <FilterChip onClear={() => set('stopped', '')}>Only stopped plans</FilterChip>
          </Group>
          <StoppedPlans empty={<EmptyState title="No stopped plans" icon={IconTag} />} />
        </>
      ) : (
        <>
          <StoppedPlans />
          <Loaded query={tiers} height={480}>
            {(known) => <Plans tiers={known} />}
          </Loaded>
        </>
      )}
    </Stack>
  );
}

function Plans({ tiers }: { tiers: TierRow[] }) {
  const [{ tier: chosen, network = '', search = '', stale = '' }, set] = useFilters<Filter>();
  const tier = tiers.find(({ name }) => name === chosen) ?? tiers[0];
  if (tier === undefined)
    return (
      <Panel title="Data plans" flush actions={<TierDialog tier={undefined} onCreated={(name) => set('tier', name)} />}>
        <EmptyState title="No tiers yet" icon={IconTag}>
          A tier sets what its accounts pay above our cost. Create the first one.
        </EmptyState>
      </Panel>
    );
  return (
    <Panel
      title="Data plans"
      flush
      actions={
        <Group gap="xs">
          <TierDialog tier={tier} onCreated={(name) => set('tier', name)} />
          <AnnouncePlan />
          <ExportCsv
            path="/api/operator/catalogue.csv"
            filters={{ tier: tier.name, network, search, stale }}
            size="xs"
          />
        </Group>
      }
    >
      <Group px="md" pb="sm" gap="sm" align="flex-end">
        <NativeSelect
          label="Tier"
          data={tiers.map(({ name, markupPercent }) => ({ value: name, label: `${name} (${markupPercent}%)` }))}
          value={tier.name}
          onChange={({ currentTarget }) => set('tier', currentTarget.value)}
        />
        <ChoiceFilter label="Network" choices={NETWORKS} value={network} onChange={(value) => set('network', value)} />
        <SearchInput label="Plan" value={search} onChange={(text) => set('search', text)} />
        <Switch
          label="Stale cost"
          checked={stale === 'true'}
          onChange={({ currentTarget }) => set('stale', currentTarget.checked ? 'true' : '')}
          mb={8}
        />
      </Group>
      <PlanTable tier={tier.name} network={network} search={search} stale={stale} />
    </Panel>
  );
}

type PlanFilters = Record<'tier' | 'network' | 'search' | 'stale', string>;

function PlanTable({ tier, network, search, stale }: PlanFilters) {
  const plans = useQuery({
    ...thingQuery<CatalogueRow[]>('/api/operator/catalogue', { query: { tier, network, search, stale } }),
    placeholderData: keepPreviousData,
  });
  return (
    <WholeTable
      caption={`Data plans with the prices of tier ${tier}`}
      columns={catalogueColumns(tier)}
      idOf={({ id }) => id}
      query={plans}
      empty={
        <EmptyState title="No matching plans" icon={IconTag}>
          {network === '' && search === '' && stale === ''
            ? 'Sync with providers to fill the catalogue.'
            : 'Remove a filter to see more.'}
        </EmptyState>
      }
    />
  );
}
