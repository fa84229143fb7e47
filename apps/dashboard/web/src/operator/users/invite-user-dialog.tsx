import { Modal, NativeSelect, TextInput } from '@mantine/core';
import type { Invitation, Role } from '@topup/dashboard-contract';
import { useState } from 'react';
import { DialogForm } from '../../ui/form/dialog-form';
import { AskApproval } from '../approvals/ask-approval';
import { useGuarded } from '../approvals/use-guarded';
import type { PasswordLink } from './password-link-dialog';

type Props = { accountId: string; opened: boolean; onClose(): void; onCreated(created: PasswordLink): void };
type Invited = { name: string; email: string; role: Exclude<Role, 'operator'> };

const ROLES = [
  { value: 'owner', label: 'Owner: also manage the team, API keys and webhook' },
  { value: 'member', label: 'Member: view, test webhooks, resend' },
];

export function InviteUserDialog({ opened, onClose, ...form }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title="Invite user">
      <InviteForm onClose={onClose} {...form} />
    </Modal>
  );
}

function InviteForm({ accountId, onClose, onCreated }: Omit<Props, 'opened'>) {
  const [invited, setInvited] = useState<Invited>({ name: '', email: '', role: 'owner' });
  const guarded = useGuarded<Invited, Invitation>(`/api/operator/accounts/${accountId}/users`, {
    invalidates: ['/api/operator/'],
    shown: ['name', 'email', 'role', 'approvalNote'],
  });
  const { send, busy, fault, fields } = guarded;
  const invite = async () => {
    const sent = await send({ ...invited, name: invited.name.trim(), email: invited.email.trim() });
    if (sent !== null) onCreated({ email: sent.user.email, link: sent.link });
    return sent !== null;
  };
  if (guarded.needed !== null || guarded.asked !== null)
    return <AskApproval guarded={guarded} note="" onBack={guarded.clear} onClose={onClose} />;
  return (
    <DialogForm onClose={onClose} submit="Invite user" busy={busy} fault={fault} onSubmit={invite}>
      <TextInput
        label="Name"
        required
        maxLength={100}
        data-autofocus
        value={invited.name}
        error={fields.name}
        onChange={({ currentTarget }) => setInvited({ ...invited, name: currentTarget.value })}
      />
      <TextInput
        label="E-mail"
        type="email"
        required
        maxLength={254}
        value={invited.email}
        error={fields.email}
        onChange={({ currentTarget }) => setInvited({ ...invited, email: currentTarget.value })}
      />
      <NativeSelect
        label="Role"
        data={ROLES}
        value={invited.role}
        error={fields.role}
        onChange={({ currentTarget }) =>
          setInvited({ ...invited, role: currentTarget.value === 'member' ? 'member' : 'owner' })
        }
      />
    </DialogForm>
  );
}
