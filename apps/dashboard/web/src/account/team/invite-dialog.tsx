import { Button, Group, Modal, Radio, Stack, TextInput } from '@mantine/core';
import type { Invitation } from '@topup/dashboard-contract';
import { useState } from 'react';
import { FaultAlert } from '../../ui/form/fault-alert';
import { readForm } from '../../ui/form/read-form';
import { useSend } from '../../ui/form/use-send';
import { InvitationLink } from './invitation-link';

export function InviteDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    // A click beside it must not close it, because the link inside is shown only once.
    <Modal
      opened={opened}
      onClose={onClose}
      title="Invite team member"
      centered
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <InviteSteps onClose={onClose} />
    </Modal>
  );
}

/** Separate from the dialog, so that each opening starts empty. */
function InviteSteps({ onClose }: { onClose: () => void }) {
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  if (invitation !== null) return <InvitationLink invitation={invitation} onClose={onClose} />;
  return <InviteForm onClose={onClose} onInvited={setInvitation} />;
}

type Invite = { name: string; email: string; role: string };

function InviteForm({ onClose, onInvited }: { onClose: () => void; onInvited(invitation: Invitation): void }) {
  const { send, busy, fault, fields } = useSend<Invite, Invitation>('/api/team', {
    invalidates: ['/api/team'],
    shown: ['name', 'email', 'role'],
  });
  const submit = async ({ name = '', email = '', role = '' }: Record<string, string>) => {
    const sent = await send({ name: name.trim(), email: email.trim(), role });
    if (sent !== null) onInvited(sent);
  };
  return (
    <form onSubmit={readForm(submit)}>
      <Stack>
        <FaultAlert fault={fault} />
        <TextInput
          name="name"
          label="Name"
          autoComplete="off"
          maxLength={100}
          required
          error={fields.name}
          data-autofocus
        />
        <TextInput name="email" type="email" label="E-mail" autoComplete="off" required error={fields.email} />
        <Radio.Group name="role" label="Role" defaultValue="member" error={fields.role}>
          <Stack gap="xs" mt="xs">
            <Radio value="member" label="Member: view, test webhooks, resend" />
            <Radio value="owner" label="Owner: also manage the team, API keys and webhook" />
          </Stack>
        </Radio.Group>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Invite
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
