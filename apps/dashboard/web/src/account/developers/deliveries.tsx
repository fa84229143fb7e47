import { type AnchorProps, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { IconSend, IconWebhook } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Delivery, DeliveryRow, DeliveryState, EventName, HttpClass, TestEvent } from '@topup/dashboard-contract';
import { useEffect, useState } from 'react';
import { currentMode } from '../../api/mode';
import { thingQuery } from '../../api/queries';
import { isLive, useWatch } from '../../api/watch';
import { outcomeLabel } from '../../format/outcome-label';
import { EVENTS, WITH_EVENTS } from '../../generated/vocabulary';
import { useSend } from '../../ui/form/form';
import { EmptyState, ErrorState, FaultAlert } from '../../ui/page/page';
import type { Filter } from '../../ui/table/filters';
import { type Column, ListPanel } from '../../ui/table/table-panel';
import { TextLink } from '../../ui/text/links';
import { Hint, StatusBadge, When, wordsOf } from '../../ui/text/values';

const RESPONSES: [HttpClass, string][] = [
  ['2xx', 'HTTP 2xx'],
  ['3xx', 'HTTP 3xx'],
  ['4xx', 'HTTP 4xx'],
  ['5xx', 'HTTP 5xx'],
  ['none', 'No response'],
];

/** Only a test account has events without a URL to go to. */
const STATES: DeliveryState[] = [
  ...(['queued', 'sending', 'delivered', 'undelivered'] as const),
  ...(currentMode() === 'test' ? (['no_url'] as const) : []),
];

const FILTERS: Filter[] = [
  { name: 'search', label: 'Reference', placeholder: 'order-1' },
  { name: 'state', label: 'Status', choices: wordsOf(...STATES) },
  { name: 'event', label: 'Event', choices: EVENTS.map((name) => [name, name]) },
  { name: 'http', label: 'Response', choices: RESPONSES },
  'days',
];

/** `keptDays`: how long a delivery that is over is kept; null: for good. */
export const DeliveriesPanel = ({ keptDays }: { keptDays: number | null }) => (
  <>
    <ListPanel
      title="Deliveries"
      caption="Deliveries, newest first"
      path="/api/deliveries"
      csv={false}
      filters={FILTERS}
      columns={DELIVERY_COLUMNS}
      idOf={({ id }) => id}
      empty={(filtered) => (
        <EmptyState title={filtered ? 'No matching deliveries' : 'No deliveries yet'} icon={IconWebhook}>
          {filtered
            ? 'Remove a filter to see more.'
            : `Once you set a URL, we send an event for every ${WITH_EVENTS} purchase and status query.`}
        </EmptyState>
      )}
    />
    {currentMode() === 'test' ? (
      <Hint>We delete test purchases with their deliveries after 7 days.</Hint>
    ) : (
      keptDays !== null && (
        <Hint>We keep deliveries for {keptDays} days after the purchase and the delivery are complete.</Hint>
      )
    )}
  </>
);

export const DeliveryLink = ({
  id,
  ...look
}: Pick<AnchorProps, 'size' | 'style'> & { id: string; children: string }) => (
  <TextLink to="/developers/deliveries/$id" params={{ id }} {...look} />
);

export const DELIVERY_COLUMNS: Column<DeliveryRow>[] = [
  {
    header: 'Event',
    cell: ({ id, event }) => (
      <DeliveryLink id={id} style={{ whiteSpace: 'nowrap' }}>
        {event}
      </DeliveryLink>
    ),
    names: true,
  },
  { header: 'Reference', phone: 'rest', cell: ({ reference }) => reference ?? '–' },
  { header: 'Status', phone: 'plain', cell: ({ state }) => <StatusBadge status={state} /> },
  { header: 'Response', phone: 'end', cell: (row) => (outcomeLabel(row) === '' ? '–' : <Outcome row={row} />) },
  { header: 'Created', phone: 'plain', cell: ({ createdAt }) => <When at={createdAt} /> },
];

/** On one line; the words of an error may break. */
const Outcome = ({ row }: { row: DeliveryRow }) => (
  <span style={{ whiteSpace: row.httpStatus === null ? 'normal' : 'nowrap' }}>{outcomeLabel(row)}</span>
);

const POLL_UNDER_WAY_MS = 1000;

/** A delivery, told by a stream as long as it is under way. Lists show the delivery as it is here, at once. */
export function useDelivery(id: string) {
  const path = `/api/deliveries/${id}`;
  const delivery = useQuery({
    ...thingQuery<Delivery>(path),
    // without a stream, every second until it has ended, which takes some seconds
    refetchInterval: ({ state: { data } }) => (isUnderWay(data) && !isLive() ? POLL_UNDER_WAY_MS : false),
  });
  const client = useQueryClient();
  const state = delivery.data?.state;
  useWatch(isUnderWay(delivery.data) ? `delivery:${id}` : null, [path]);
  useEffect(() => {
    if (state === undefined) return;
    for (const shown of ['/api/webhook/state', '/api/deliveries']) void client.invalidateQueries({ queryKey: [shown] });
  }, [client, state]);
  return delivery;
}

export const isUnderWay = (delivery: Delivery | undefined): boolean =>
  delivery?.state === 'queued' || delivery?.state === 'sending';

/** Sends a test event of a kind, and shows how it arrives. */
export function TestDelivery() {
  const [event, setEvent] = useState<EventName>('airtime.purchase.success');
  const [id, setId] = useState<string | null>(null);
  const { send, busy, fault } = useSend<TestEvent, { id: string }>('/api/webhook/test', {
    invalidates: ['/api/deliveries'],
  });
  const test = async () => {
    const sent = await send({ event });
    if (sent !== null) setId(sent.id);
  };
  return (
    <Stack gap="sm">
      <FaultAlert fault={fault} />
      <Group gap="md" align="flex-end">
        <NativeSelect
          label="Event type"
          data={[...EVENTS]}
          value={event}
          onChange={({ currentTarget }) => setEvent(currentTarget.value as EventName)}
        />
        <Button variant="default" leftSection={<IconSend size={16} aria-hidden />} onClick={test} loading={busy}>
          Send test event
        </Button>
      </Group>
      <Hint>
        Signed and sent like any other event. Its reference starts with test-. It has the header X-Webhook-Test: true.
      </Hint>
      {id !== null && <Arrival id={id} />}
    </Stack>
  );
}

function Arrival({ id }: { id: string }) {
  const { data, error, refetch } = useDelivery(id);
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={refetch} />;
  return (
    <Group gap="sm" role="status">
      <StatusBadge status={data?.state ?? 'queued'} />
      <Text size="sm">{data === undefined ? '' : outcomeLabel(data)}</Text>
      <DeliveryLink id={id} size="sm">
        View delivery
      </DeliveryLink>
    </Group>
  );
}
