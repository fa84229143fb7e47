import { Group, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { PlanStopRow, StopReason } from '@topup/dashboard-contract';
import type { ReactNode } from 'react';
import { thingQuery } from '../../api/queries';
import { fieldLabel } from '../../format/field-label';
import { formatNaira } from '../../format/naira';
import { ErrorState } from '../../ui/page/error-state';
import { Panel } from '../../ui/page/panel';
import { type Column, DataTable } from '../../ui/table/data-table';
import { DayInputs } from '../../ui/table/day-inputs';
import { ExportCsv } from '../../ui/table/export-csv';
import { useFilters } from '../../ui/table/use-filters';
import { TextLink } from '../../ui/text/links';
import { Money } from '../../ui/text/money';
import { When } from '../../ui/text/when';
import { ChangePlan } from './change-plan';

const REASONS: Record<StopReason, string> = {
  cost_above_price: 'The cost is above the price. The plan resumes when the price covers the cost.',
  sold_below_cost: 'A sale cost more than its price.',
  loss_cap: 'The daily loss cap was reached.',
};

/**
 * The plans that are out of sale because of what they cost. With an `empty` it is the page; otherwise it is hidden when
 * there are none.
 */
export function StoppedPlans({ empty = null }: { empty?: ReactNode }) {
  const [{ from, to }, set] = useFilters<'from' | 'to'>();
  const query = empty === null ? {} : { from, to };
  const stops = useQuery({
    ...thingQuery<PlanStopRow[]>('/api/operator/catalogue/stops', { query, poll: true }),
    placeholderData: keepPreviousData,
  });
  if (stops.isError && stops.data === undefined) return <ErrorState error={stops.error} onRetry={stops.refetch} />;
  if (stops.data === undefined || (stops.data.length === 0 && empty === null)) return null;
  return (
    <Panel
      title="Stopped plans"
      flush
      actions={<ExportCsv path="/api/operator/catalogue/stops.csv" filters={query} size="xs" />}
    >
      {empty !== null && (
        <Group component="search" px="md" pb="sm" gap="sm" align="flex-end">
          <DayInputs from={from} to={to} onChange={set} />
        </Group>
      )}
      {stops.data.length === 0 ? (
        empty
      ) : (
        <DataTable caption="Stopped plans, with reasons" columns={columns} rows={stops.data} idOf={({ id }) => id} />
      )}
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
    phone: 'plain',
    cell: ({ reason, facts, until }) => (
      <Stack gap={2}>
        <Text size="sm">{REASONS[reason]}</Text>
        <Text size="sm" c="dimmed" component="div">
          {factsText(facts)}
          {until !== null && (
            <>
              {' '}
              Ends <When at={until} />.
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

/** "Cost: ₦960.00 · Price: ₦110.00 · Reference: order-1". All but the reference are amounts. */
const factsText = (facts: Record<string, string>): string =>
  Object.entries(facts)
    .map(([name, value]) => `${fieldLabel(name)}: ${name === 'reference' ? value : formatNaira(value)}`)
    .join(' · ');

function StopActions({ row: { planId, name, tier, reason } }: { row: PlanStopRow }) {
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <TextLink to="/operator/catalogue" search={{ ...(tier !== null && { tier }), search: planId }} size="sm">
        View price
      </TextLink>
      {reason !== 'cost_above_price' && <ResumePlan planId={planId} plan={name} />}
    </Group>
  );
}

export function ResumePlan({ planId, plan }: { planId: string; plan: string }) {
  return (
    <ChangePlan change="resume" body={{ planId }} plan={plan} verb="Resume">
      The plan is for sale again in every tier where its price is not below cost. First sync with providers to update
      the cost. The next sale below cost stops it again.
    </ChangePlan>
  );
}
