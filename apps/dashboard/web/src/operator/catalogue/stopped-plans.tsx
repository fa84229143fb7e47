import { Group, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { PlanStopRow, StopReason } from '@topup/dashboard-contract';
import type { ReactNode } from 'react';
import { thingQuery } from '../../api/queries';
import { fieldLabel } from '../../format/field-label';
import { formatNaira } from '../../format/naira';
import { ErrorState } from '../../ui/page/error-state';
import type { Column } from '../../ui/table/data-table';
import { type Filter, FilterBar, useQueryOf } from '../../ui/table/filter-bar';
import { TablePanel } from '../../ui/table/table-panel';
import { TextLink } from '../../ui/text/links';
import { Money } from '../../ui/text/money';
import { Small } from '../../ui/text/small';
import { When } from '../../ui/text/when';
import { ResumePlan } from './plan-actions';

const REASONS: Record<StopReason, string> = {
  cost_above_price: 'The cost is above the price. The plan resumes when the price covers the cost.',
  sold_below_cost: 'A sale cost more than its price.',
  loss_cap: 'The daily loss cap was reached.',
};

const DAYS: Filter[] = ['days'];

/**
 * The plans that are out of sale because of what they cost. With an `empty` it is the page; otherwise it is hidden when
 * there are none.
 */
export function StoppedPlans({ empty = null }: { empty?: ReactNode }) {
  const query = useQueryOf(empty === null ? [] : DAYS).query;
  const stops = useQuery({
    ...thingQuery<PlanStopRow[]>('/api/operator/catalogue/stops', { query, poll: true }),
    placeholderData: keepPreviousData,
  });
  if (stops.isError && stops.data === undefined) return <ErrorState error={stops.error} onRetry={stops.refetch} />;
  if (stops.data === undefined || (stops.data.length === 0 && empty === null)) return null;
  return (
    <TablePanel
      title="Stopped plans"
      caption="Stopped plans, with reasons"
      csv="/api/operator/catalogue/stops.csv"
      query={query}
      filters={empty !== null && <FilterBar filters={DAYS} inset />}
      columns={columns}
      rows={stops.data}
      idOf={({ id }) => id}
      empty={empty}
    />
  );
}

const columns: Column<PlanStopRow>[] = [
  {
    header: 'Plan',
    cell: ({ name, planId }) => (
      <>
        {name}
        <Small>{planId}</Small>
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
