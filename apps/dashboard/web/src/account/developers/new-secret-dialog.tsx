import { Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import type { NewWebhookSecret, WebhookSecretRow } from '@topup/dashboard-contract';
import { type FormEvent, useState } from 'react';
import { FaultAlert } from '../../ui/form/fault-alert';
import { useSend } from '../../ui/form/use-send';
import { ShownOnce } from './shown-once';

const OVERLAPS = [
  { value: '24', label: 'In 24 hours' },
  { value: '168', label: 'In 7 days' },
  { value: '0', label: 'Now (it leaked)' },
];

type Props = {
  opened: boolean;
  onClose(): void;
  /** The secret that is replaced; undefined creates the first one. */
  current: WebhookSecretRow | undefined;
  /** The one before it, while it still signs. */
  previous: WebhookSecretRow | undefined;
};

/** Creates or rotates the webhook secret, then shows it once. It exists only in the memory of this dialog. */
export function NewSecretDialog({ opened, onClose, current, previous }: Props) {
  const [created, setCreated] = useState<NewWebhookSecret | null>(null);
  const close = () => {
    onClose();
    setCreated(null);
  };
  const title = current === undefined ? 'Create signing secret' : 'Rotate signing secret';
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={created === null ? title : 'Copy your signing secret'}
      closeOnEscape={created === null}
      withCloseButton={created === null}
    >
      {created === null ? (
        <NewSecretForm current={current} previous={previous} onCreated={setCreated} onCancel={close} />
      ) : (
        <ShownOnce
          what="secret"
          text={created.secret}
          warning="You’ll see this signing secret only once."
          onDone={close}
        >
          Your server uses it to verify the webhook-signature header.
        </ShownOnce>
      )}
    </Modal>
  );
}

function NewSecretForm({
  current,
  previous,
  onCreated,
  onCancel,
}: Pick<Props, 'current' | 'previous'> & {
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
          <Text size="sm">Each event will also have a webhook-signature header, which your server can verify.</Text>
        ) : (
          <>
            <Text size="sm">
              The new secret signs from now on. The current one signs too until it expires; then only the new one does.
              {previous !== undefined && ` The previous secret ${previous.display} stops signing now.`}
            </Text>
            <NativeSelect
              label="Expire the current secret"
              description="Until then, each event has both signatures. Update your server in that time."
              data={OVERLAPS}
              value={overlapHours}
              onChange={({ currentTarget }) => setOverlapHours(currentTarget.value)}
            />
          </>
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
