import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import type { AccountDetail, TeamMember } from '@topup/dashboard-contract';
import { useState } from 'react';
import { fieldLabel } from '../../format/field-label';
import { EmptyState } from '../../ui/page/empty-state';
import { Panel } from '../../ui/page/panel';
import { type Column, DataTable } from '../../ui/table/data-table';
import { ExportCsv } from '../../ui/table/export-csv';
import { StatusBadge } from '../../ui/text/status-badge';
import { When } from '../../ui/text/when';
import { DisableUser } from './disable-user';
import { InviteUserDialog } from './invite-user-dialog';
import { NewLink } from './new-link';
import { type PasswordLink, PasswordLinkDialog } from './password-link-dialog';

/** The users of an account: invite them, create a new link, disable them. */
export function AccountUsers({ account: { id, users } }: { account: AccountDetail }) {
  const [inviting, { open, close }] = useDisclosure(false);
  const [created, setCreated] = useState<PasswordLink | null>(null);
  const invite = (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconUserPlus size={16} aria-hidden />}
      aria-haspopup="dialog"
      onClick={open}
    >
      Invite user
    </Button>
  );
  return (
    <Panel
      title="Users"
      flush
      actions={
        <Group gap="xs">
          {invite}
          <ExportCsv path={`/api/operator/accounts/${id}/users.csv`} size="xs" />
        </Group>
      }
    >
      {users.length === 0 ? (
        <EmptyState title="No users yet" icon={IconUsers}>
          Invite an owner. They can invite their team and create API keys.
        </EmptyState>
      ) : (
        <DataTable
          caption="Users of the account"
          columns={[...columns, actionsColumn(setCreated)]}
          rows={users}
          idOf={(user) => user.id}
        />
      )}
      <InviteUserDialog accountId={id} opened={inviting} onClose={close} onCreated={setCreated} />
      <PasswordLinkDialog created={created} onClose={() => setCreated(null)} />
    </Panel>
  );
}

const columns: Column<TeamMember>[] = [
  { header: 'Name', cell: ({ name }) => name, names: true },
  { header: 'E-mail', phone: 'plain', cell: ({ email }) => <span style={{ overflowWrap: 'anywhere' }}>{email}</span> },
  { header: 'Role', phone: 'plain', cell: ({ role }) => fieldLabel(role) },
  { header: 'Status', phone: 'end', cell: ({ invited }) => <StatusBadge status={invited ? 'invited' : 'active'} /> },
  { header: 'Two-factor', cell: ({ twoFactor }) => (twoFactor ? 'On' : 'Off') },
  { header: 'Last sign-in', cell: ({ lastSignInAt }) => <When at={lastSignInAt} /> },
];

const actionsColumn = (onCreated: (created: PasswordLink) => void): Column<TeamMember> => ({
  header: '',
  cell: (user) => (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <NewLink user={user} onCreated={onCreated} />
      <DisableUser user={user} />
    </Group>
  ),
  end: true,
});
