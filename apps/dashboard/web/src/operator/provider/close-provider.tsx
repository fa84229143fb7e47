import { Button, Modal, NativeSelect, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ProviderRow } from '@topup/dashboard-contract';
import { useState } from 'react';
import { DialogForm } from '../../ui/form/dialog-form';
import { notifyDone } from '../../ui/form/notify';
import { useSend } from '../../ui/form/use-send';

const WHOLE = '';

/** Closes a provider, or one of its services, with a reason. */
export function CloseProvider({ providers }: { providers: ProviderRow[] }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" size="xs" onClick={open}>
        Close by hand
      </Button>
      <Modal opened={opened} onClose={close} title="Close by hand">
        <CloseForm providers={providers} onClose={close} />
      </Modal>
    </>
  );
}

function CloseForm({ providers, onClose }: { providers: ProviderRow[]; onClose(): void }) {
  const [provider, setProvider] = useState(providers[0]?.name ?? '');
  const [service, setService] = useState(WHOLE);
  const [reason, setReason] = useState('');
  const { send, busy, fault, fields } = useSend<{ provider: string; service: string | null; reason: string }>(
    '/api/operator/provider/close',
    { invalidates: ['/api/operator/provider'], shown: ['provider', 'service', 'reason'] },
  );
  const services = providers.find(({ name }) => name === provider)?.services ?? [];
  const submit = async () => {
    const sent = await send({ provider, service: service === WHOLE ? null : service, reason: reason.trim() });
    if (sent !== null) notifyDone(`${service === WHOLE ? provider : `${service} at ${provider}`} is closed.`);
    return sent !== null;
  };
  return (
    <DialogForm onClose={onClose} submit="Close" danger busy={busy} fault={fault} onSubmit={submit}>
      <Text size="sm">
        No order is sent there within a second. Each goes to the next provider that may have it. Where there is none,
        airtime and data wait for some seconds and are then refunded, and cable TV and electricity are declined. Orders
        under way, requeries and lookups go on.
      </Text>
      <NativeSelect
        label="Provider"
        data={providers.map(({ name }) => name)}
        value={provider}
        error={fields.provider}
        onChange={({ currentTarget }) => {
          setProvider(currentTarget.value);
          setService(WHOLE);
        }}
      />
      <NativeSelect
        label="What"
        data={[{ value: WHOLE, label: 'Everything' }, ...services.map((each) => ({ value: each, label: each }))]}
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
