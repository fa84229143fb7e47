import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { TeamMember } from '@topup/dashboard-contract';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '../../ui/form/confirm-dialog';
import { useSend } from '../../ui/form/use-send';

type Asked = 'role' | 'remove';

/** What an owner can do with a member. The server refuses to remove the last owner. */
export function MemberActions({ member, self }: { member: TeamMember; self: boolean }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => setAsked(null);
  const ask = (what: Asked) => {
    button.current?.focus(); // a closed dialog gives the focus back to where it was, and the menu will be gone
    setAsked(what);
  };
  return (
    <>
      <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon ref={button} variant="subtle" color="gray" aria-label={`Actions for ${member.name}`}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item aria-haspopup="dialog" onClick={() => ask('role')}>
            {member.role === 'owner' ? 'Make member' : 'Make owner'}
          </Menu.Item>
          <Menu.Item color="red" aria-haspopup="dialog" onClick={() => ask('remove')}>
            Remove
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <RoleDialog member={member} self={self} opened={asked === 'role'} onClose={close} />
      <RemoveDialog member={member} self={self} opened={asked === 'remove'} onClose={close} />
    </>
  );
}

type DialogProps = { member: TeamMember; self: boolean; opened: boolean; onClose(): void };

function RoleDialog({ member: { id, name, role }, self, opened, onClose }: DialogProps) {
  const { send, busy, fault } = useSend<{ role: string }, unknown>(`/api/team/${encodeURIComponent(id)}/role`, {
    invalidates: ['/api/team', '/api/me'],
  });
  const next = role === 'owner' ? 'member' : 'owner';
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={next === 'owner' ? `Make ${name} an owner?` : `Make ${name} a member?`}
      confirm={next === 'owner' ? 'Make owner' : 'Make member'}
      onConfirm={async () => (await send({ role: next })) !== null}
      busy={busy}
      fault={fault}
    >
      {next === 'owner'
        ? 'Owners can manage the team, API keys and the webhook. They can also remove you.'
        : `${self ? 'You' : name} can no longer manage the team, API keys or the webhook.`}
    </ConfirmDialog>
  );
}

function RemoveDialog({ member: { id, name, email }, self, opened, onClose }: DialogProps) {
  const { send, busy, fault } = useSend<object, unknown>(`/api/team/${encodeURIComponent(id)}/remove`, {
    invalidates: ['/api/team'],
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={self ? 'Remove yourself?' : `Remove ${name}?`}
      confirm="Remove"
      danger
      onConfirm={async () => (await send({})) !== null}
      busy={busy}
      fault={fault}
    >
      {self ? 'You’ll be' : `${name} (${email}) will be`} signed out everywhere and can’t sign in again. API keys keep
      working.
    </ConfirmDialog>
  );
}
