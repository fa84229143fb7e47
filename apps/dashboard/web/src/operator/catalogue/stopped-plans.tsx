import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PlanStopRow, StopReason } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';
import { ErrorState } from '../../ui/page/error-state';
import { Panel } from '../../ui/page/panel';
import { type Column, DataTable } from '../../ui/table/data-table';
import { TextLink } from '../../ui/text/links';
import { Money } from '../../ui/text/money';
import { When } from '../../ui/text/when';
import { ChangePlan } from './change-plan';

const REASONS: Record<StopReason, string> = {
  cost_above_price: 'Its cost is above its price. Another price or cost ends this.',
  sold_below_cost: 'A sale cost more than its price.',
  loss_cap: 'The daily loss cap is reached.',
};

/** The plans that are out of sale because of what they cost. Hidden when there are none. */
export function StoppedPlans() {
  const stops = useQuery(thingQuery<PlanStopRow[]>('/api/operator/catalogue/stops', { poll: true }));
  if (stops.isError && stops.data === undefined) return <ErrorState error={stops.error} onRetry={stops.refetch} />;
  if (stops.data === undefined || stops.data.length === 0) return null;
  return (
    <Panel title="Stopped plans" flush>
      <DataTable
        caption="Data plans that are out of sale because of what they cost"
        columns={columns}
        rows={stops.data}
        idOf={({ id }) => id}
      />
    </Panel>
  );
}

const columns: Column<PlanStopRow>[] = [
  {
    header: 'Plan',
    cell: ({ name, planId }) => (
      <>
        {name}
        <Text span size="xs" c="dimmed" display="block">
          {planId}
        </Text>
      </>
    ),
    names: true,
  },
  { header: 'Tier', cell: ({ tier }) => tier ?? 'All' },
  {
    header: 'Reason',
    cell: ({ reason, facts, until }) => (
      <Stack gap={2}>
        <Text size="sm">{REASONS[reason]}</Text>
        <Text size="sm" c="dimmed" component="div">
          {factsText(facts)}
          {until !== null && (
            <>
              {' '}
              It ends <When at={until} />.
            </>
          )}
        </Text>
      </Stack>
    ),
  },
  { header: 'Cost now', cell: ({ cost }) => <Money amount={cost} />, end: true },
  { header: 'Since', cell: ({ since }) => <When at={since} /> },
  { header: '', cell: (row) => <StopActions row={row} />, end: true },
];

const factsText = (facts: Record<string, string>): string =>
  Object.entries(facts)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

function StopActions({ row: { planId, name, tier, reason } }: { row: PlanStopRow }) {
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <TextLink to="/operator/catalogue" search={{ ...(tier !== null && { tier }), search: planId }} size="sm">
        Its price
      </TextLink>
      {reason !== 'cost_above_price' && <ResumePlan planId={planId} plan={name} />}
    </Group>
  );
}

export function ResumePlan({ planId, plan }: { planId: string; plan: string }) {
  return (
    <ChangePlan change="resume" body={{ planId }} plan={plan} verb="Sell again">
      It is for sale again in every tier whose price is not below cost. Sync with the provider first, so that its cost
      is the present one: the next sale that costs more than its price stops it once more.
    </ChangePlan>
  );
}
