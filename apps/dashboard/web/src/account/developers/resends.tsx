import { Button, Group, Progress, Text, TextInput } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { MatchingFailures, ResendProgress as Resend, WebhookState } from '@topup/dashboard-contract';
import { useEffect, useState } from 'react';
import { keptQuery, POLL_MS, thingQuery, webhookStateQuery } from '../../api/queries';
import { counted, formatCount } from '../../format/numbers';
import { fromZoneInput, toZoneInput, zonePlace } from '../../format/zone';
import { DialogButton } from '../../ui/form/dialog';
import { DialogForm, useSend } from '../../ui/form/form';
import { FaultAlert, Panel } from '../../ui/page/page';
import { Hint, StatusBadge, When } from '../../ui/text/values';

const DAY_MS = 86_400_000;
const POLL_RUNNING_MS = 2_000;
const RESENDS = '/api/webhook/resends';

/** Resends every event that failed since a time and has not arrived. */
export function ResendFailed() {
  const { data: state } = useQuery(webhookStateQuery(POLL_MS));
  return (
    <DialogButton
      button="Resend failed"
      leftSection={<IconRefresh size={16} aria-hidden />}
      title="Resend failed events"
    >
      {(close) => state !== undefined && <ResendForm state={state} onClose={close} />}
    </DialogButton>
  );
}

/** At first since the failure that people see, or a day. The input cuts the seconds off, so none is missed. */
const firstSince = ({ rowSince, failingSince }: WebhookState): string =>
  toZoneInput(rowSince ?? failingSince ?? new Date(Date.now() - DAY_MS).toISOString());

function ResendForm({ state, onClose }: { state: WebhookState; onClose(): void }) {
  const [typed, setTyped] = useState(() => firstSince(state));
  const since = fromZoneInput(typed);
  const isTime = !Number.isNaN(Date.parse(since));
  const { data: matching } = useQuery({
    ...keptQuery<MatchingFailures>(`${RESENDS}/matching`, { query: { since } }),
    enabled: isTime,
  });
  const { act, busy, fault, fields } = useSend<{ since: string }, { events: number }>(RESENDS, {
    invalidates: ['/api/webhook', '/api/deliveries'],
    shown: ['since'],
  });
  const events = isTime ? matching?.events : undefined;
  const resend = () => act({ since }, (sent) => `Resending ${counted(sent.events, 'event')}`);
  const submit = events === undefined ? 'Resend events' : `Resend ${counted(events, 'event')}`;
  return (
    <DialogForm onClose={onClose} submit={submit} busy={busy} fault={fault} onSubmit={resend} disabled={!events}>
      <TextInput
        type="datetime-local"
        label="Failed since"
        description={`In ${zonePlace()}.`}
        required
        data-autofocus
        value={typed}
        error={fields.since}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Text size="sm" role="status">
        {events === undefined ? 'Choose a time.' : matchText(events, matching?.most)}
      </Text>
      <Hint>
        We resend each of them once, at most 10 per second, to your current webhook URL. Events that arrived since, and
        test events, are left out. Your server may have received some of them: use the X-Webhook-Id to recognize them.
      </Hint>
    </DialogForm>
  );
}

function matchText(events: number, most: number | undefined): string {
  if (events === 0) return 'No events have failed since then.';
  if (events === most)
    return `${formatCount(events)} or more events failed. We resend the oldest ${formatCount(events)}.`;
  return `${counted(events, 'event')} failed and ${events === 1 ? 'has' : 'have'} not arrived.`;
}

/** The newest resend of failed events, while it runs and for a day after. */
export function ResendProgress() {
  const { data } = useQuery({
    ...thingQuery<{ resend: Resend | null }>(`${RESENDS}/newest`),
    refetchInterval: ({ state }) => (state.data?.resend?.finishedAt === null ? POLL_RUNNING_MS : false),
  });
  const client = useQueryClient();
  const resend = data?.resend ?? null;
  const ended = resend === null ? 0 : resend.delivered + resend.failed + resend.skipped;
  useEffect(() => {
    if (ended === 0) return;
    for (const path of ['/api/webhook/state', '/api/deliveries']) void client.invalidateQueries({ queryKey: [path] });
  }, [client, ended]);
  if (resend === null || Date.now() - Date.parse(resend.finishedAt ?? resend.createdAt) > DAY_MS) return null;
  return <Shown resend={resend} ended={ended} />;
}

function Shown({ resend, ended }: { resend: Resend; ended: number }) {
  const { total, delivered, failed, skipped, since, stopped, finishedAt } = resend;
  const running = finishedAt === null;
  return (
    <Panel title="Resend of failed events" actions={running && stopped === null && <Cancel id={resend.id} />} gap="xs">
      <Group gap="sm">
        <StatusBadge status={running ? 'running' : stopped === null ? 'finished' : WHY[stopped].status} />
        <Text size="sm" role="status">
          {formatCount(ended)} of {formatCount(total)} done: {formatCount(delivered)} delivered, {formatCount(failed)}{' '}
          failed{skipped > 0 && `, ${formatCount(skipped)} left out`}
        </Text>
      </Group>
      <Progress value={(ended / total) * 100} aria-label="Progress of the resend" />
      <Hint>
        {stopped !== null && `${WHY[stopped].text} `}Failed since <When at={since} />
        {finishedAt !== null && (
          <>
            , finished <When at={finishedAt} />
          </>
        )}
      </Hint>
    </Panel>
  );
}

const WHY: Record<NonNullable<Resend['stopped']>, { status: 'cancelled' | 'stopped'; text: string }> = {
  cancelled: { status: 'cancelled', text: 'Cancelled: the others are not resent.' },
  no_url: { status: 'stopped', text: 'Stopped, because no webhook URL is set.' },
  no_key: { status: 'stopped', text: 'Stopped, because you have no active API key to sign with.' },
};

function Cancel({ id }: { id: string }) {
  const { send, busy, fault } = useSend(`${RESENDS}/${id}/cancel`, { invalidates: [RESENDS] });
  return (
    <Group gap="sm">
      <FaultAlert fault={fault} />
      <Button variant="default" size="xs" onClick={() => void send({})} loading={busy}>
        Cancel resend
      </Button>
    </Group>
  );
}
