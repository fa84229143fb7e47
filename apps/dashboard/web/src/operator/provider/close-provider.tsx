import { Button, Modal, NativeSelect, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { DialogForm } from '../../ui/form/dialog-form';
import { notifyDone } from '../../ui/form/notify';
import { useSend } from '../../ui/form/use-send';

const WHOLE = '';

/** Closes the provider, or one of its services, with a reason. */
export function CloseProvider({ services }: { services: string[] }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" size="xs" onClick={open}>
        Close by hand
      </Button>
      <Modal opened={opened} onClose={close} title="Close by hand">
        <CloseForm services={services} onClose={close} />
      </Modal>
    </>
  );
}

function CloseForm({ services, onClose }: { services: string[]; onClose(): void }) {
  const [service, setService] = useState(WHOLE);
  const [reason, setReason] = useState('');
  const { send, busy, fault, fields } = useSend<{ service: string | null; reason: string }>(
    '/api/operator/provider/close',
    { invalidates: ['/api/operator/provider'], shown: ['service', 'reason'] },
  );
  const submit = async () => {
    const sent = await send({ service: service === WHOLE ? null : service, reason: reason.trim() });
    if (sent !== null) notifyDone(`${service === WHOLE ? 'The provider' : service} is closed.`);
    return sent !== null;
  };
  return (
    <DialogForm onClose={onClose} submit="Close" danger busy={busy} fault={fault} onSubmit={submit}>
      <Text size="sm">
        No order is sent within a second. Airtime and data wait for some seconds and are then refunded; cable TV and
        electricity are declined. Orders under way, requeries and lookups go on.
      </Text>
      <NativeSelect
        label="What"
        data={[
          { value: WHOLE, label: 'The whole provider' },
          ...services.map((each) => ({ value: each, label: each })),
        ]}
        value={service}
        error={fields.service}
        onChange={({ currentTarget }) => setService(currentTarget.value)}
      />
      <TextInput
        label="Reason"
        description="Other operators see it here and in the audit log."
        required
        maxLength={200}
        data-autofocus
        value={reason}
        error={fields.reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </DialogForm>
  );
}
