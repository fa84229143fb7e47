import { Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import type { NewWebhookSecret, WebhookSecretRow } from '@topup/dashboard-contract';
import { type FormEvent, useState } from 'react';
import { FaultAlert } from '../../ui/form/fault-alert';
import { useSend } from '../../ui/form/use-send';
import { ShownOnce } from './shown-once';

const OVERLAPS = [
  { value: '24', label: '24 hours' },
  { value: '168', label: '7 days' },
  { value: '0', label: 'Not at all: it has leaked' },
];

type Props = {
  opened: boolean;
  onClose(): void;
  /** The secret that is replaced; undefined creates the first one. */
  current: WebhookSecretRow | undefined;
};

/** Creates or rotates the webhook secret, then shows it once. It exists only in the memory of this dialog. */
export function NewSecretDialog({ opened, onClose, current }: Props) {
  const [created, setCreated] = useState<NewWebhookSecret | null>(null);
  const close = () => {
    onClose();
    setCreated(null);
  };
  const title = current === undefined ? 'Create a webhook secret' : 'Rotate the webhook secret';
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={created === null ? title : 'Copy the secret now'}
      closeOnEscape={created === null}
      withCloseButton={created === null}
    >
      {created === null ? (
        <NewSecretForm current={current} onCreated={setCreated} onCancel={close} />
      ) : (
        <ShownOnce
          what="secret"
          text={created.secret}
          warning="This is the only time that the secret is shown."
          onDone={close}
        >
          Give it to your receiver, which verifies the header webhook-signature with it.
        </ShownOnce>
      )}
    </Modal>
  );
}

function NewSecretForm({
  current,
  onCreated,
  onCancel,
}: {
  current: WebhookSecretRow | undefined;
  onCreated(created: NewWebhookSecret): void;
  onCancel(): void;
}) {
  const [overlapHours, setOverlapHours] = useState('24');
  const path = current === undefined ? '/api/webhook/secrets' : '/api/webhook/secrets/rotate';
  const { send, busy, fault } = useSend<object, NewWebhookSecret>(path, { invalidates: ['/api/webhook/secrets'] });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const sent = await send(current === undefined ? {} : { id: current.id, overlapHours: Number(overlapHours) });
    if (sent !== null) onCreated(sent);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <FaultAlert fault={fault} />
        {current === undefined ? (
          <Text size="sm">From now on every event also has a webhook-signature, which your receiver can verify.</Text>
        ) : (
          <NativeSelect
            label="The secret until now still signs for"
            description="Meanwhile each event has both signatures, so give your receiver the new secret in this time."
            data={OVERLAPS}
            value={overlapHours}
            onChange={({ currentTarget }) => setOverlapHours(currentTarget.value)}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" loading={busy} data-autofocus>
            {current === undefined ? 'Create secret' : 'Rotate secret'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
