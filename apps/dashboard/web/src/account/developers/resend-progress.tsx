import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ResendProgress as Resend } from '@topup/dashboard-contract';
import { useEffect } from 'react';
import { getJson } from '../../api/request';
import { formatCount } from '../../format/numbers';
import { FaultAlert } from '../../ui/form/fault-alert';
import { useSend } from '../../ui/form/use-send';
import { Panel } from '../../ui/page/panel';
import { StatusBadge } from '../../ui/text/status-badge';
import { When } from '../../ui/text/when';

const POLL_RUNNING_MS = 2_000;
const SHOWN_MS = 86_400_000;

const newestQuery = queryOptions({
  queryKey: ['/api/webhook/resends/newest'],
  queryFn: ({ signal }) => getJson<{ resend: Resend | null }>('/api/webhook/resends/newest', {}, signal),
  refetchInterval: ({ state }) => (state.data?.resend?.finishedAt === null ? POLL_RUNNING_MS : false),
});

/** The newest resend of failed events, while it runs and for a day after. */
export function ResendProgress() {
  const { data } = useQuery(newestQuery);
  const client = useQueryClient();
  const resend = data?.resend ?? null;
  const ended = resend === null ? 0 : endedOf(resend);
  useEffect(() => {
    if (ended === 0) return;
    for (const path of ['/api/webhook/state', '/api/deliveries']) void client.invalidateQueries({ queryKey: [path] });
  }, [client, ended]);
  if (resend === null || Date.now() - Date.parse(resend.finishedAt ?? resend.createdAt) > SHOWN_MS) return null;
  return <Shown resend={resend} ended={ended} />;
}

const endedOf = ({ delivered, failed, skipped }: Resend): number => delivered + failed + skipped;

function Shown({ resend, ended }: { resend: Resend; ended: number }) {
  const { total, delivered, failed, skipped, since, stopped, finishedAt } = resend;
  const running = finishedAt === null;
  return (
    <Panel title="Resend of failed events" actions={running && stopped === null && <Cancel id={resend.id} />}>
      <Stack gap="xs">
        <Group gap="sm">
          {running ? <StatusBadge status="running" /> : <Ended stopped={stopped} />}
          <Text size="sm" role="status">
            {formatCount(ended)} of {formatCount(total)} done: {formatCount(delivered)} delivered, {formatCount(failed)}{' '}
            failed{skipped > 0 && `, ${formatCount(skipped)} left out`}
          </Text>
        </Group>
        <Progress value={(ended / total) * 100} aria-label="Progress of the resend" />
        <Text size="sm" c="dimmed">
          {stopped !== null && `${WHY[stopped]} `}Failed since <When at={since} />
          {finishedAt !== null && (
            <>
              , finished <When at={finishedAt} />
            </>
          )}
        </Text>
      </Stack>
    </Panel>
  );
}

const WHY: Record<NonNullable<Resend['stopped']>, string> = {
  cancelled: 'Cancelled: the others are not resent.',
  no_url: 'Stopped, because no webhook URL is set.',
  no_key: 'Stopped, because you have no active API key to sign with.',
};

const Ended = ({ stopped }: Pick<Resend, 'stopped'>) => (
  <StatusBadge status={stopped === null ? 'finished' : stopped === 'cancelled' ? 'cancelled' : 'stopped'} />
);

function Cancel({ id }: { id: string }) {
  const { send, busy, fault } = useSend(`/api/webhook/resends/${id}/cancel`, { invalidates: ['/api/webhook/resends'] });
  return (
    <Group gap="sm">
      <FaultAlert fault={fault} />
      <Button variant="default" size="xs" onClick={() => void send({})} loading={busy}>
        Cancel resend
      </Button>
    </Group>
  );
}
