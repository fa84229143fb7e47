import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Delivery, EventName, TestEvent } from '@topup/dashboard-contract';
import { useEffect, useState } from 'react';
import { thingQuery } from '../../api/queries';
import { isLive, useWatch } from '../../api/watch';
import { outcomeLabel } from '../../format/outcome-label';
import { FaultAlert } from '../../ui/form/fault-alert';
import { useSend } from '../../ui/form/use-send';
import { ErrorState } from '../../ui/page/error-state';
import { TextLink } from '../../ui/text/links';
import { StatusBadge } from '../../ui/text/status-badge';
import { EVENTS } from './events';

const POLL_UNDER_WAY_MS = 1000;

/** A delivery. Without a stream it is read every second until it has ended, which takes some seconds. */
const deliveryQuery = (id: string) =>
  queryOptions({
    ...thingQuery<Delivery>(`/api/deliveries/${id}`),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isUnderWay(state.data) && !isLive() ? POLL_UNDER_WAY_MS : false,
  });

/** The same, told by a stream as long as it is under way. Lists show the delivery as it is here, at once. */
export function useDelivery(id: string) {
  const delivery = useQuery(deliveryQuery(id));
  const client = useQueryClient();
  const state = delivery.data?.state;
  useWatch(delivery.data !== undefined && isUnderWay(delivery.data) ? `delivery:${id}` : null, [
    `/api/deliveries/${id}`,
  ]);
  useEffect(() => {
    if (state === undefined) return;
    for (const path of ['/api/webhook/state', '/api/deliveries']) void client.invalidateQueries({ queryKey: [path] });
  }, [client, state]);
  return delivery;
}

export const isUnderWay = ({ state }: Pick<Delivery, 'state'>): boolean => state === 'queued' || state === 'sending';

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
      <Text size="sm" c="dimmed">
        Signed and sent like any other event. Its reference starts with test-. It has the header X-Webhook-Test: true.
      </Text>
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
      <TextLink to="/developers/deliveries/$id" params={{ id }} size="sm">
        View delivery
      </TextLink>
    </Group>
  );
}
