import { Modal, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { AccountRow } from '@topup/dashboard-contract';
import { useState } from 'react';
import { DialogForm } from '../../ui/form/dialog-form';
import { notifyDone } from '../../ui/form/notify';
import { useSend } from '../../ui/form/use-send';
import { TierSelect } from '../prices/tier-select';

export function CreateAccountDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Create account">
      <CreateForm onClose={onClose} />
    </Modal>
  );
}

function CreateForm({ onClose }: { onClose(): void }) {
  const [name, setName] = useState('');
  const [tier, setTier] = useState('');
  const navigate = useNavigate();
  const { send, busy, fault, fields } = useSend<{ name: string; tier: string }, AccountRow>('/api/operator/accounts', {
    invalidates: ['/api/operator/accounts', '/api/operator/overview'],
    shown: ['name', 'tier'],
  });
  const create = async () => {
    const sent = await send({ name: name.trim(), tier });
    if (sent === null) return false;
    notifyDone(`Account “${sent.name}” was created. Invite its owner next.`);
    void navigate({ to: '/operator/accounts/$id', params: { id: sent.id } });
    return true;
  };
  return (
    <DialogForm
      onClose={onClose}
      submit="Create account"
      busy={busy}
      fault={fault}
      onSubmit={create}
      disabled={tier === ''}
    >
      <TextInput
        label="Name"
        description="The client sees this name on every page."
        required
        maxLength={200}
        data-autofocus
        value={name}
        error={fields.name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <TierSelect value={tier} onChange={setTier} error={fields.tier} />
    </DialogForm>
  );
}
