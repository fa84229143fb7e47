import { ActionIcon, Button, Code, Group, Menu, Stack, Text } from '@mantine/core';
import { IconDots, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Invitation, MemberRole, TeamMember } from '@topup/dashboard-contract';
import { type ComponentProps, useRef, useState } from 'react';
import { meQuery, thingQuery } from '../../api/queries';
import { fieldLabel } from '../../format/field-label';
import { ROLE_CHOICES } from '../../format/role-choices';
import { useMay, useMe } from '../../layout/use-me';
import { type Field, Inputs, trimmed } from '../../ui/form/action-form';
import { ConfirmAction, ConfirmDialog, DialogButton } from '../../ui/form/dialog';
import { DialogForm, useSend } from '../../ui/form/form';
import { Page, Panel } from '../../ui/page/page';
import { type Column, TablePanel } from '../../ui/table/table-panel';
import { CopyButton } from '../../ui/text/copy';
import { Small, StatusBadge, When } from '../../ui/text/values';

export default function TeamPage() {
  const { user } = useMe();
  const mayChange = useMay('team');
  return (
    <Page
      title="Team"
      about="Viewers see everything but Activity, check and claim purchases, send test events, resend events, and fund or reset the test account. Buyers also buy by hand. Owners also manage the team, keys, webhook and settings."
      actions={mayChange && <Invite />}
    >
      <TablePanel
        title="Team members"
        caption="People on this team"
        columns={columnsOf(user.id, mayChange)}
        rows={useQuery(thingQuery<TeamMember[]>('/api/team'))}
        idOf={({ id }) => id}
        empty={null}
      />
      <TeamFactor mayChange={mayChange} />
    </Page>
  );
}

/** @param me the id of the signed-in user */
function columnsOf(me: string, mayChange: boolean): Column<TeamMember>[] {
  const columns: Column<TeamMember>[] = [
    {
      header: 'Name',
      names: true,
      cell: ({ id, name, email }) => (
        <>
          {name}
          {id === me && ' (you)'}
          <Small fw={400}>{email}</Small>
        </>
      ),
    },
    { header: 'Role', phone: 'plain', cell: ({ role }) => fieldLabel(role) },
    { header: 'Two-factor', cell: ({ twoFactor }) => (twoFactor ? 'On' : 'Off') },
    {
      header: 'Last sign-in',
      cell: ({ invited, lastSignInAt }) => (invited ? <StatusBadge status="invited" /> : <When at={lastSignInAt} />),
    },
    { header: 'Added', phone: 'none', cell: ({ createdAt }) => <When at={createdAt} /> },
    { header: '', end: true, cell: (member) => <MemberActions member={member} self={member.id === me} /> },
  ];
  return columns.filter(({ header }) => mayChange || header !== '');
}

function TeamFactor({ mayChange }: { mayChange: boolean }) {
  const required = useQuery(meQuery).data?.account?.factorRequired ?? false;
  return (
    <Panel title="Two-factor authentication">
      <Stack align="flex-start">
        <Text size="sm">
          {required
            ? 'Required. Everyone on the team needs an authentication code to sign in.'
            : 'Optional. Each person decides whether to turn it on.'}
        </Text>
        {mayChange && (
          <ConfirmAction
            button={required ? 'Make optional' : 'Require for everyone'}
            path="/api/team/factor"
            body={{ required: !required }}
            invalidates={['/api/me']}
            title={required ? 'Make two-factor authentication optional?' : 'Require two-factor authentication?'}
            confirm={required ? 'Make optional' : 'Require'}
            done={() => null}
          >
            {required
              ? 'Each person can then turn it off.'
              : 'Anyone without it, including you, must set it up before using the dashboard.'}
          </ConfirmAction>
        )}
      </Stack>
    </Panel>
  );
}

/** Invites somebody to the team. A click beside the dialog does not close it: its link is shown only once. */
const Invite = () => (
  <DialogButton
    button="Invite team member"
    variant="filled"
    leftSection={<IconUserPlus size={16} aria-hidden />}
    title="Invite team member"
  >
    {(close) => <InviteForm onClose={close} />}
  </DialogButton>
);

const FIELDS: Field<'name' | 'email' | 'role'>[] = [
  { name: 'name', label: 'Name', most: 100, focus: true },
  { name: 'email', label: 'E-mail', as: 'email', most: 254 },
  {
    name: 'role',
    label: 'Role',
    as: 'radios',
    optional: true, // one is always chosen
    choices: ROLE_CHOICES,
  },
];

function InviteForm({ onClose }: { onClose: () => void }) {
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const [typed, setTyped] = useState({ name: '', email: '', role: 'viewer' });
  const { send, busy, fault, fields } = useSend<typeof typed, Invitation>('/api/team', {
    invalidates: ['/api/team'],
    shown: FIELDS.map(({ name }) => name),
  });
  const invite = async () => {
    const sent = await send(trimmed(typed));
    if (sent !== null) setInvitation(sent);
    return false;
  };
  if (invitation !== null) return <InvitationLink invitation={invitation} onClose={onClose} />;
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

type Asked = MemberRole | 'remove';

/** What a role means for a person. */
const ROLE_MEANS: Record<MemberRole, (person: string) => string> = {
  owner: () => 'Owners can manage the team, API keys and the webhook. They can also remove you.',
  buyer: (person) => `${person} can buy by hand, but can’t manage the team, API keys or the webhook.`,
  viewer: (person) => `${person} can’t buy by hand, or manage the team, API keys or the webhook.`,
};

const ROLE_NAMES: Record<MemberRole, string> = { owner: 'an owner', buyer: 'a buyer', viewer: 'a viewer' };

/** Offers an owner's actions on a user of the team. The server refuses to remove the last owner. */
function MemberActions({ member, self }: { member: TeamMember; self: boolean }) {
  const { id, name, email, role } = member;
  const [asked, setAsked] = useState<Asked | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const ask = (what: Asked) => {
    button.current?.focus(); // a closed dialog gives the focus back to where it was, and the menu will be gone
    setAsked(what);
  };
  const path = `/api/team/${encodeURIComponent(id)}`;
  const others = ROLE_CHOICES.map(([choice]) => choice).filter((choice) => choice !== role);
  return (
    <>
      <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon ref={button} variant="subtle" color="gray" aria-label={`Actions for ${name}`}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {others.map((choice) => (
            <Menu.Item key={choice} aria-haspopup="dialog" onClick={() => ask(choice)}>
              Make {choice}
            </Menu.Item>
          ))}
          <Menu.Item color="red" aria-haspopup="dialog" onClick={() => ask('remove')}>
            Remove
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {others.map((choice) => (
        <MemberDialog
          key={choice}
          path={`${path}/role`}
          body={{ role: choice }}
          invalidates={['/api/team', '/api/me']}
          opened={asked === choice}
          onClose={() => setAsked(null)}
          title={`Make ${name} ${ROLE_NAMES[choice]}?`}
          confirm={`Make ${choice}`}
        >
          {ROLE_MEANS[choice](self ? 'You' : name)}
        </MemberDialog>
      ))}
      <MemberDialog
        path={`${path}/remove`}
        body={{}}
        invalidates={['/api/team']}
        opened={asked === 'remove'}
        onClose={() => setAsked(null)}
        title={self ? 'Remove yourself?' : `Remove ${name}?`}
        confirm="Remove"
        danger
      >
        {self ? 'You’ll be' : `${name} (${email}) will be`} signed out everywhere and can’t sign in again. API keys keep
        working.
      </MemberDialog>
    </>
  );
}

type DialogProps = Omit<ComponentProps<typeof ConfirmDialog>, 'onConfirm' | 'busy' | 'fault'> & {
  path: string;
  body: object;
  invalidates: string[];
};

function MemberDialog({ path, body, invalidates, ...dialog }: DialogProps) {
  const { send, busy, fault } = useSend<object>(path, { invalidates });
  const act = async () => (await send(body)) !== null;
  return <ConfirmDialog onConfirm={act} busy={busy} fault={fault} {...dialog} />;
}
