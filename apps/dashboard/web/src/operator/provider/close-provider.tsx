import { Button, Modal, NativeSelect, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ProviderRow } from '@topup/dashboard-contract';
import { useState } from 'react';
import { DialogForm } from '../../ui/form/dialog-form';
import { notifyDone } from '../../ui/form/notify';
import { useSend } from '../../ui/form/use-send';
import { providerName } from '../../ui/text/names';
import { closableName, closedName } from './closable-name';

const WHOLE = '';

/** Closes a provider, or one of its services, with a reason. */
export function CloseProvider({ providers }: { providers: ProviderRow[] }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" size="xs" aria-haspopup="dialog" onClick={open}>
        Close service
      </Button>
      <Modal opened={opened} onClose={close} title="Close a service">
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
    if (sent !== null) notifyDone(`${closedName(provider, service === WHOLE ? null : service)} is closed.`);
    return sent !== null;
  };
  return (
    <DialogForm onClose={onClose} submit="Close service" danger busy={busy} fault={fault} onSubmit={submit}>
      <Text size="sm">
        New orders stop within a second and go to the next provider that can take them. If there is none, airtime and
        data orders wait a few seconds and are then refunded, and cable TV and electricity orders are declined. Orders
        in progress, requeries and lookups continue.
      </Text>
      <NativeSelect
        label="Provider"
        data={providers.map(({ name }) => ({ value: name, label: providerName(name) }))}
        value={provider}
        error={fields.provider}
        onChange={({ currentTarget }) => {
          setProvider(currentTarget.value);
          setService(WHOLE);
        }}
      />
      <NativeSelect
        label="Service"
        data={[
          { value: WHOLE, label: 'All services' },
          ...services.map((each) => ({ value: each, label: closableName(each) })),
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
