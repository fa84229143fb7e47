import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import type { Invitation } from '@topup/dashboard-contract';
import { useState } from 'react';
import { trimmed } from '../../ui/form/action-form';
import { DialogButton } from '../../ui/form/dialog-button';
import { DialogForm } from '../../ui/form/dialog-form';
import { type Field, Inputs } from '../../ui/form/inputs';
import { useSend } from '../../ui/form/use-send';
import { CopyButton } from '../../ui/text/copy-button';

/** Invites somebody to the team. A click beside the dialog does not close it: its link is shown only once. */
export const Invite = () => (
  <DialogButton
    button="Invite team member"
    variant="filled"
    leftSection={<IconUserPlus size={16} aria-hidden />}
    title="Invite team member"
  >
    {(close) => <InviteSteps onClose={close} />}
  </DialogButton>
);

function InviteSteps({ onClose }: { onClose: () => void }) {
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  if (invitation !== null) return <InvitationLink invitation={invitation} onClose={onClose} />;
  return <InviteForm onClose={onClose} onInvited={setInvitation} />;
}

const FIELDS: Field<'name' | 'email' | 'role'>[] = [
  { name: 'name', label: 'Name', most: 100, focus: true },
  { name: 'email', label: 'E-mail', as: 'email', most: 254 },
  {
    name: 'role',
    label: 'Role',
    as: 'radios',
    optional: true, // one is always chosen
    choices: [
      ['member', 'Member: view, test webhooks, resend'],
      ['owner', 'Owner: also manage the team, API keys and webhook'],
    ],
  },
];

function InviteForm({ onClose, onInvited }: { onClose: () => void; onInvited(invitation: Invitation): void }) {
  const [typed, setTyped] = useState({ name: '', email: '', role: 'member' });
  const { send, busy, fault, fields } = useSend<typeof typed, Invitation>('/api/team', {
    invalidates: ['/api/team'],
    shown: FIELDS.map(({ name }) => name),
  });
  const invite = async () => {
    const sent = await send(trimmed(typed));
    if (sent !== null) onInvited(sent);
    return false;
  };
  return (
    <DialogForm onClose={onClose} submit="Invite" busy={busy} fault={fault} onSubmit={invite}>
      <Inputs<typeof typed> fields={FIELDS} typed={typed} faults={fields} onType={setTyped} />
    </DialogForm>
  );
}

/** How the invitation reaches the new user: by mail, or passed on by the inviter. */
function InvitationLink({ invitation: { user, link }, onClose }: { invitation: Invitation; onClose: () => void }) {
  return (
    <Stack>
      <Text size="sm" role="status">
        {link === null
          ? `We e-mailed an invitation to ${user.email}. The link works once and expires in 24 hours.`
          : `Send this link to ${user.name} over a private channel. You’ll see it only once. It works once and expires in 24 hours.`}
      </Text>
      {link !== null && (
        <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {link}
        </Code>
      )}
      <Group justify="flex-end" gap="xs">
        {link !== null && <CopyButton text={link} what="link" wide />}
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
}
