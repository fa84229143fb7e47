import { Group, Text } from '@mantine/core';
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import type { AccountDetail, Invitation, TeamMember } from '@topup/dashboard-contract';
import { fieldLabel } from '../../format/field-label';
import { ROLE_CHOICES } from '../../format/role-choices';
import type { Field } from '../../ui/form/action-form';
import { ConfirmAction, rowOpener } from '../../ui/form/dialog';
import { EmptyState } from '../../ui/page/page';
import { type Column, TablePanel } from '../../ui/table/table-panel';
import { StatusBadge, When } from '../../ui/text/values';
import { GuardedDialog } from '../approvals/guarded-form';
import { LinkMade, PERSON } from '../operators/operator-actions';

/** The users of an account: invite them, create a new link, disable them. */
export const AccountUsers = ({ account: { id, users } }: { account: AccountDetail }) => (
  <TablePanel
    title="Users"
    caption="Users of the account"
    csv={`/api/operator/accounts/${id}/users.csv`}
    actions={<InviteUser accountId={id} />}
    columns={columns}
    rows={users}
    idOf={(user) => user.id}
    empty={
      <EmptyState title="No users yet" icon={IconUsers}>
        Invite an owner. They can invite their team and create API keys.
      </EmptyState>
    }
  />
);

const columns: Column<TeamMember>[] = [
  { header: 'Name', cell: ({ name }) => name, names: true },
  { header: 'E-mail', phone: 'plain', cell: ({ email }) => <span style={{ overflowWrap: 'anywhere' }}>{email}</span> },
  { header: 'Role', phone: 'plain', cell: ({ role }) => fieldLabel(role) },
  { header: 'Status', phone: 'end', cell: ({ invited }) => <StatusBadge status={invited ? 'invited' : 'active'} /> },
  { header: 'Two-factor', cell: ({ twoFactor }) => (twoFactor ? 'On' : 'Off') },
  { header: 'Last sign-in', cell: ({ lastSignInAt }) => <When at={lastSignInAt} /> },
  {
    header: '',
    cell: (user) => (
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        <NewLink user={user} />
        <DisableUser user={user} />
      </Group>
    ),
    end: true,
  },
];

const INVITED: Field<'name' | 'email' | 'role'>[] = [
  ...PERSON,
  {
    name: 'role',
    label: 'Role',
    choices: ROLE_CHOICES.filter(([role]) => role !== 'buyer'), // owners choose who spends their money
  },
];

const InviteUser = ({ accountId }: { accountId: string }) => (
  <GuardedDialog
    dialog={{
      button: 'Invite user',
      size: 'xs',
      leftSection: <IconUserPlus size={16} aria-hidden />,
      title: 'Invite user',
    }}
    path={`/api/operator/accounts/${accountId}/users`}
    start={{ name: '', email: '', role: 'owner' }}
    fields={INVITED}
    submit="Invite user"
    read={(body) => ({ body })}
    outcome={({ user: { email }, link }: Invitation, _, close) => (
      <LinkMade email={email} made={{ link, approval: null }} onClose={close} />
    )}
  />
);

/** For a user whose invitation has expired, or who lost the password. */
const NewLink = ({ user: { id, name, email } }: { user: TeamMember }) => (
  <GuardedDialog
    dialog={rowOpener('Create link', `Create link for ${name}`, `Create a new link for ${name}?`)}
    path={`/api/operator/users/${id}/link`}
    start={{}}
    fields={[]}
    submit="Create link"
    read={(body) => ({ body })}
    outcome={({ link }: Pick<Invitation, 'link'>, _, close) => (
      <LinkMade email={email} made={{ link, approval: null }} onClose={close} />
    )}
  >
    <Text size="sm">
      Anyone who opens the link can set the password of {email} and sign in. Earlier links stop working.
    </Text>
  </GuardedDialog>
);

const DisableUser = ({ user: { id, name, email } }: { user: TeamMember }) => (
  <ConfirmAction
    {...rowOpener('Disable', `Disable ${name}`)}
    path={`/api/operator/users/${id}/disable`}
    invalidates={['/api/operator/accounts']}
    confirm="Disable user"
    danger
    done={() => `${name} can no longer sign in.`}
  >
    {email} will be signed out everywhere and can’t sign in again. API keys that they created keep working until an
    owner revokes them.
  </ConfirmAction>
);
