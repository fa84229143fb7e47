import { Group } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { CatalogueRow, TierRow } from '@topup/dashboard-contract';
import { keptQuery } from '../../api/queries';
import { EmptyState, Loaded, Page, Panel } from '../../ui/page/page';
import { type Filter, FilterBar, FilterChip, useFilters, useQueryOf } from '../../ui/table/filters';
import { type Column, TablePanel } from '../../ui/table/table-panel';
import { ButtonLink } from '../../ui/text/links';
import { Money, Small, StatusBadge, When } from '../../ui/text/values';
import { Discounts } from '../prices/discounts';
import { TierDialog, tiersQuery } from '../prices/tiers';
import { PlansOnHold, SyncPanel } from './catalogue-panels';
import { AnnouncePlan, NETWORKS, PlanActions } from './plan-actions';

export default function OperatorCataloguePage() {
  const [{ onHold }, set] = useFilters<'onHold'>();
  const tiers = useQuery(tiersQuery);
  return (
    <Page
      title="Catalogue"
      about="Discounts of tiers, data plans, our cost, and the price in each tier."
      actions={
        <ButtonLink to="/operator/catalogue/mappings" variant="default" size="xs">
          Mappings
        </ButtonLink>
      }
    >
      <SyncPanel />
      {onHold === 'true' ? (
        <>
          <Group>
            <FilterChip onClear={() => set('onHold', '')}>Only plans on hold</FilterChip>
          </Group>
          <PlansOnHold empty={<EmptyState title="No plans on hold" icon={IconTag} />} />
        </>
      ) : (
        <>
          <PlansOnHold />
          <Loaded query={tiers} height={480}>
            {(known) => (
              <>
                {known.length > 0 && <Discounts tiers={known} />}
                <Plans tiers={known} />
              </>
            )}
          </Loaded>
        </>
      )}
    </Page>
  );
}

const FILTERS: Filter[] = [
  { name: 'network', label: 'Network', choices: NETWORKS },
  { name: 'search', label: 'Plan' },
  { name: 'stale', label: 'Stale cost', on: 'true' },
];

function Plans({ tiers }: { tiers: TierRow[] }) {
  const [{ tier: chosen }, set] = useFilters<'tier'>();
  const { query: filters, any } = useQueryOf(FILTERS);
  const tier = tiers.find(({ name }) => name === chosen) ?? tiers[0];
  const query = { ...filters, tier: tier?.name };
  const plans = useQuery({
    ...keptQuery<CatalogueRow[]>('/api/operator/catalogue', { query }),
    enabled: tier !== undefined,
  });
  const tierActions = <TierDialog tier={tier} onCreated={(name) => set('tier', name)} />;
  if (tier === undefined)
    return (
      <Panel title="Data plans" flush actions={tierActions}>
        <EmptyState title="No tiers yet" icon={IconTag}>
          A tier sets what its accounts pay above our cost. Create the first one.
        </EmptyState>
      </Panel>
    );
  return (
    <TablePanel
      title="Data plans"
      caption={`Data plans with the prices of tier ${tier.name}`}
      csv="/api/operator/catalogue.csv"
      query={query}
      actions={
        <>
          {tierActions}
          <AnnouncePlan />
        </>
      }
      filters={<FilterBar filters={[tierFilter(tiers), ...FILTERS]} inset />}
      columns={catalogueColumns(tier.name)}
      rows={plans}
      idOf={({ id }) => id}
      empty={
        <EmptyState title="No matching plans" icon={IconTag}>
          {any ? 'Remove a filter to see more.' : 'Sync with providers to fill the catalogue.'}
        </EmptyState>
      }
    />
  );
}

const tierFilter = (tiers: TierRow[]): Filter => ({
  name: 'tier',
  label: 'Tier',
  all: null,
  choices: tiers.map(({ name, markupPercent }): [string, string] => [name, `${name} (${markupPercent}%)`]),
});

const PRICED: Record<CatalogueRow['priced'], string> = {
  tier: 'Tier markup',
  exact: 'Exact price',
  markup: 'Own markup',
};

const catalogueColumns = (tier: string): Column<CatalogueRow>[] => [
  { header: 'Plan', cell: ({ name, planId }) => <Small under={name}>{planId ?? 'No plan ID yet'}</Small>, names: true },
  {
    header: 'Validity',
    phone: 'none',
    cell: ({ validity }) => <span style={{ whiteSpace: 'nowrap' }}>{validity}</span>,
  },
  { header: 'Status', phone: 'plain', cell: ({ state }) => <StatusBadge status={state} /> },
  {
    header: 'Cost',
    cell: ({ cost, stale, costSeenAt }) => (
      <Small whole under={<Money amount={cost} />}>
        {stale && (
          <>
            Stale, confirmed <When at={costSeenAt} />
          </>
        )}
      </Small>
    ),
    end: true,
  },
  {
    header: 'Price',
    phone: 'end',
    cell: ({ price, priced }) => (
      <Small whole under={<Money amount={price} fw={600} />}>
        {PRICED[priced]}
      </Small>
    ),
    end: true,
  },
  { header: '', cell: (row) => row.state !== 'gone' && <PlanActions row={row} tier={tier} />, end: true },
];
