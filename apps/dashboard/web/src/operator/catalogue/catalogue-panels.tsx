import { Alert, Button, Group, List, Loader, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { HoldReason, SalesHoldRow, SyncState } from '@topup/dashboard-contract';
import { type ReactNode, useEffect, useRef } from 'react';
import { keptQuery, POLL_MS, thingQuery } from '../../api/queries';
import { fieldLabel } from '../../format/field-label';
import { formatNaira } from '../../format/naira';
import { useSend } from '../../ui/form/form';
import { ErrorState, FaultAlert, Loaded, Panel } from '../../ui/page/page';
import { type Filter, FilterBar, useQueryOf } from '../../ui/table/filters';
import { type Column, TablePanel } from '../../ui/table/table-panel';
import { TextLink } from '../../ui/text/links';
import { providerName, serviceName } from '../../ui/text/names';
import { Money, Small, When } from '../../ui/text/values';
import { ResumePlan } from './plan-actions';

const SYNC = '/api/operator/catalogue/sync';
const POLL_RUNNING_MS = 1000;

/** Reads what the providers sell into the catalogue, and shows the progress. */
export function SyncPanel() {
  const state = useQuery({
    ...thingQuery<SyncState>(SYNC),
    refetchInterval: ({ state: { data } }) => (data?.running ? POLL_RUNNING_MS : POLL_MS),
  });
  const { send, busy, fault } = useSend<Record<string, never>>(SYNC, { invalidates: [SYNC] });
  useFreshCatalogue(state.data?.running);
  return (
    <Panel
      title="Sync with providers"
      actions={
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => void send({})}
          loading={busy || state.data?.running === true}
        >
          Sync now
        </Button>
      }
    >
      <Stack gap="sm">
        <FaultAlert fault={fault} />
        <Loaded query={state} height={48}>
          {(known) => <Progress state={known} />}
        </Loaded>
      </Stack>
    </Panel>
  );
}

/** Reads the catalogue again when a sync has ended. */
function useFreshCatalogue(running: boolean | undefined): void {
  const client = useQueryClient();
  const ran = useRef(running);
  useEffect(() => {
    if (ran.current === true && running === false)
      void client.invalidateQueries({ queryKey: ['/api/operator/catalogue'] });
    ran.current = running;
  }, [running, client]);
}

const STARTERS: Record<string, string> = { worker: 'automatically', provider: 'after an update from a provider' };

function Progress({ state }: { state: SyncState }) {
  const { running, startedBy, startedAt, finishedAt, steps, summary, fault } = state;
  return (
    <Stack gap="xs" role="status">
      {fault !== null && (
        <Alert color="red" variant="outline" title="The last sync asks for attention">
          {fault}
        </Alert>
      )}
      <Group gap="xs">
        {running && <Loader size="xs" aria-hidden />}
        <Text size="sm" component="div">
          {running ? <>Running, started </> : <>Last run: </>}
          <When at={running ? startedAt : finishedAt} />
          {startedBy !== null && `, ${STARTERS[startedBy] ?? `by ${startedBy}`}`}
          {summary !== null &&
            `: ${summary.added} added, ${summary.changed} changed, ${summary.gone} discontinued, ${summary.kept} unchanged`}
        </Text>
      </Group>
      {running && steps.length > 0 && (
        <List size="sm">
          {steps.map(({ service, text }) => (
            <List.Item key={service}>
              {providerName(serviceName(service))}: {text}
            </List.Item>
          ))}
        </List>
      )}
    </Stack>
  );
}

const REASONS: Record<HoldReason, string> = {
  cost_above_price: 'The cost is above the price. The plan resumes when the price covers the cost.',
  sold_below_cost: 'A sale cost more than its price.',
  loss_cap: 'The daily loss cap was reached.',
};

const DAYS: Filter[] = ['days'];

/**
 * The plans that are out of sale because of what they cost. With an `empty` it is the page; otherwise it is hidden when
 * there are none.
 */
export function PlansOnHold({ empty = null }: { empty?: ReactNode }) {
  const query = useQueryOf(empty === null ? [] : DAYS).query;
  const holds = useQuery(keptQuery<SalesHoldRow[]>('/api/operator/catalogue/holds', { query, poll: true }));
  if (holds.isError && holds.data === undefined) return <ErrorState error={holds.error} onRetry={holds.refetch} />;
  if (holds.data === undefined || (holds.data.length === 0 && empty === null)) return null;
  return (
    <TablePanel
      title="Plans on hold"
      caption="Plans on hold, with reasons"
      csv="/api/operator/catalogue/holds.csv"
      query={query}
      filters={empty !== null && <FilterBar filters={DAYS} inset />}
      columns={holdColumns}
      rows={holds.data}
      idOf={({ id }) => id}
      empty={empty}
    />
  );
}

const holdColumns: Column<SalesHoldRow>[] = [
  { header: 'Plan', cell: ({ name, planId }) => <Small under={name}>{planId}</Small>, names: true },
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
  { header: '', cell: (row) => <HoldActions row={row} />, end: true },
];

/** "Cost: ₦960.00 · Price: ₦110.00 · Reference: order-1". All but the reference are amounts. */
const factsText = (facts: Record<string, string>): string =>
  Object.entries(facts)
    .map(([name, value]) => `${fieldLabel(name)}: ${name === 'reference' ? value : formatNaira(value)}`)
    .join(' · ');

function HoldActions({ row: { planId, name, tier, reason } }: { row: SalesHoldRow }) {
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <TextLink to="/operator/catalogue" search={{ ...(tier !== null && { tier }), search: planId }} size="sm">
        View price
      </TextLink>
      {reason !== 'cost_above_price' && <ResumePlan planId={planId} plan={name} />}
    </Group>
  );
}
