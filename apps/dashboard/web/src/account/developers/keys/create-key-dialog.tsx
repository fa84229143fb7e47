import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import type { KeyLimits, NewKey } from '@topup/dashboard-contract';
import { type FormEvent, useState } from 'react';
import { FaultAlert } from '../../../ui/form/fault-alert';
import { useSend } from '../../../ui/form/use-send';
import { ShownOnce } from '../shown-once';
import { LIMIT_FIELDS, LimitInputs } from './limit-inputs';
import { NO_LIMITS, toKeyLimits } from './typed-limits';

type Created = NewKey & Pick<KeyLimits, 'scope'>;

/** Asks for a name and limits, then shows the key once. The key exists only in the memory of this dialog. */
export function CreateKeyDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const [created, setCreated] = useState<Created | null>(null);
  const close = () => {
    onClose();
    setCreated(null);
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={created === null ? 'Create API key' : 'Copy your API key'}
      closeOnEscape={created === null}
      withCloseButton={created === null}
    >
      {created === null ? (
        <KeyForm onCreated={setCreated} onCancel={close} />
      ) : (
        <ShownOnce
          what="key"
          text={created.key}
          warning={`You’ll see the key “${created.name}” only once.`}
          onDone={close}
        >
          {created.scope === 'read'
            ? 'Webhooks stay signed with your other key.'
            : 'Webhooks are now signed with this key. If your server verifies the hash, give it this key now.'}
        </ShownOnce>
      )}
    </Modal>
  );
}

function KeyForm({ onCreated, onCancel }: { onCreated(created: Created): void; onCancel(): void }) {
  const [name, setName] = useState('');
  const [limits, setLimits] = useState(NO_LIMITS);
  const { send, busy, fault, fields } = useSend<{ name: string } & KeyLimits, NewKey>('/api/keys', {
    invalidates: ['/api/keys', '/api/overview'],
    shown: ['name', ...LIMIT_FIELDS],
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const sent = await send({ name: name.trim(), ...toKeyLimits(limits) });
    if (sent !== null) onCreated({ ...sent, scope: limits.scope });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <FaultAlert fault={fault} />
        <TextInput
          label="Name"
          description="Where you’ll use the key, such as “Production server”."
          required
          maxLength={60}
          data-autofocus
          value={name}
          error={fields.name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <LimitInputs typed={limits} fields={fields} onChange={setLimits} />
        {limits.scope === 'purchase' && (
          <Text size="sm">
            This key will sign your webhooks as soon as you create it. A server that verifies the hash needs it at once.
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Create key
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
