import { Button, Modal, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconRefresh } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { MatchingFailures, WebhookState } from '@topup/dashboard-contract';
import { useState } from 'react';
import { POLL_MS, thingQuery } from '../../api/queries';
import { counted, formatCount } from '../../format/numbers';
import { fromZoneInput, toZoneInput, zonePlace } from '../../format/zone';
import { DialogForm } from '../../ui/form/dialog-form';
import { notifyDone } from '../../ui/form/notify';
import { useSend } from '../../ui/form/use-send';
import { webhookStateQuery } from './webhook-state';

const DAY_MS = 86_400_000;

/** Resends every event that failed since a time and has not arrived. */
export function ResendFailed() {
  const [opened, { open, close }] = useDisclosure(false);
  const { data: state } = useQuery(webhookStateQuery(POLL_MS));
  return (
    <>
      <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={open}>
        Resend failed
      </Button>
      <Modal opened={opened} onClose={close} title="Resend failed events">
        {state !== undefined && <ResendForm state={state} onClose={close} />}
      </Modal>
    </>
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
    ...thingQuery<MatchingFailures>('/api/webhook/resends/matching', { query: { since } }),
    enabled: isTime,
    placeholderData: keepPreviousData,
  });
  const { send, busy, fault, fields } = useSend<{ since: string }, { events: number }>('/api/webhook/resends', {
    invalidates: ['/api/webhook', '/api/deliveries'],
    shown: ['since'],
  });
  const events = isTime ? matching?.events : undefined;
  const resend = async () => {
    const sent = await send({ since });
    if (sent !== null) notifyDone(`Resending ${counted(sent.events, 'event')}`);
    return sent !== null;
  };
  return (
    <DialogForm
      onClose={onClose}
      submit={events === undefined ? 'Resend events' : `Resend ${counted(events, 'event')}`}
      busy={busy}
      fault={fault}
      onSubmit={resend}
      disabled={!events}
    >
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
      <Text size="sm" c="dimmed">
        We resend each of them once, at most 10 per second, to your current webhook URL. Events that arrived since, and
        test events, are left out. Your server may have received some of them: use the X-Webhook-Id to recognize them.
      </Text>
    </DialogForm>
  );
}

function matchText(events: number, most: number | undefined): string {
  if (events === 0) return 'No events have failed since then.';
  if (events === most)
    return `${formatCount(events)} or more events failed. We resend the oldest ${formatCount(events)}.`;
  return `${counted(events, 'event')} failed and ${events === 1 ? 'has' : 'have'} not arrived.`;
}
