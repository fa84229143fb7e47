import { Text } from '@mantine/core';
import type { Role, TeamMember } from '@topup/dashboard-contract';
import type { Column } from '../../ui/table/data-table';
import { StatusBadge } from '../../ui/text/status-badge';
import { When } from '../../ui/text/when';
import { MemberActions } from './member-actions';

const ROLE_WORDS: Record<Role, string> = { owner: 'Owner', member: 'Member', operator: 'Operator' };

/** @param me the id of the signed-in user */
export function teamColumns({ me, owner }: { me: string; owner: boolean }): Column<TeamMember>[] {
  const columns: Column<TeamMember>[] = [
    { header: 'Name', names: true, cell: (member) => <Person member={member} me={me} /> },
    { header: 'Role', phone: 'plain', cell: ({ role }) => ROLE_WORDS[role] },
    { header: 'Two-factor', cell: ({ twoFactor }) => (twoFactor ? 'On' : 'Off') },
    {
      header: 'Last sign-in',
      cell: ({ invited, lastSignInAt }) => (invited ? <StatusBadge status="invited" /> : <When at={lastSignInAt} />),
    },
    { header: 'Added', phone: 'none', cell: ({ createdAt }) => <When at={createdAt} /> },
  ];
  return owner
    ? [
        ...columns,
        { header: '', end: true, cell: (member) => <MemberActions member={member} self={member.id === me} /> },
      ]
    : columns;
}

function Person({ member: { id, name, email }, me }: { member: TeamMember; me: string }) {
  return (
    <>
      {name}
      {id === me && ' (you)'}
      <Text size="xs" c="dimmed" fw={400}>
        {email}
      </Text>
    </>
  );
}
