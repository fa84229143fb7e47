import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import type { NewKey } from '@topup/dashboard-contract';
import { type FormEvent, useState } from 'react';
import { FaultAlert } from '../../ui/form/fault-alert';
import { useSend } from '../../ui/form/use-send';
import { ShownOnce } from './shown-once';

/** Asks for a name, then shows the key once. The key exists only in the memory of this dialog. */
export function CreateKeyDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const [created, setCreated] = useState<NewKey | null>(null);
  const close = () => {
    onClose();
    setCreated(null);
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={created === null ? 'Create an API key' : 'Copy the key now'}
      closeOnEscape={created === null}
      withCloseButton={created === null}
    >
      {created === null ? (
        <NameForm onCreated={setCreated} onCancel={close} />
      ) : (
        <ShownOnce
          what="key"
          text={created.key}
          warning={`This is the only time that the key “${created.name}” is shown.`}
          onDone={close}
        >
          From now on it makes the hash of your events: if you check it, give your receiver this key before you revoke
          an older one.
        </ShownOnce>
      )}
    </Modal>
  );
}

function NameForm({ onCreated, onCancel }: { onCreated(created: NewKey): void; onCancel(): void }) {
  const [name, setName] = useState('');
  const { send, busy, fault, fields } = useSend<{ name: string }, NewKey>('/api/keys', {
    invalidates: ['/api/keys', '/api/overview'],
    shown: ['name'],
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const sent = await send({ name: name.trim() });
    if (sent !== null) onCreated(sent);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <FaultAlert fault={fault} />
        <TextInput
          label="Name"
          description="Where the key will be used, such as “Production server”."
          required
          maxLength={60}
          data-autofocus
          value={name}
          error={fields.name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
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
