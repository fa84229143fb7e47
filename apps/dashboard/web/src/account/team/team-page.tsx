import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Role, TeamMember } from '@topup/dashboard-contract';
import { meQuery, thingQuery } from '../../api/queries';
import { useMe } from '../../layout/use-me';
import { ConfirmAction } from '../../ui/form/confirm-action';
import { Page } from '../../ui/page/page';
import { Panel } from '../../ui/page/panel';
import type { Column } from '../../ui/table/data-table';
import { TablePanel } from '../../ui/table/table-panel';
import { Small } from '../../ui/text/small';
import { StatusBadge } from '../../ui/text/status-badge';
import { When } from '../../ui/text/when';
import { Invite } from './invite';
import { MemberActions } from './member-actions';

/** All members see the team; only owners change it. */
export default function TeamPage() {
  const { user, role } = useMe();
  const owner = role === 'owner';
  return (
    <Page
      title="Team"
      about="Members can view the account, test webhooks and resend events. Owners also manage the team, API keys and webhook."
      actions={owner && <Invite />}
    >
      <TablePanel
        title="Team members"
        caption="People on this team"
        columns={columnsOf(user.id, owner)}
        rows={useQuery(thingQuery<TeamMember[]>('/api/team'))}
        idOf={({ id }) => id}
        empty={null}
      />
      <TeamFactor owner={owner} />
    </Page>
  );
}

const ROLE_WORDS: Record<Role, string> = { owner: 'Owner', member: 'Member', operator: 'Operator' };

/** @param me the id of the signed-in user */
function columnsOf(me: string, owner: boolean): Column<TeamMember>[] {
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
    { header: 'Role', phone: 'plain', cell: ({ role }) => ROLE_WORDS[role] },
    { header: 'Two-factor', cell: ({ twoFactor }) => (twoFactor ? 'On' : 'Off') },
    {
      header: 'Last sign-in',
      cell: ({ invited, lastSignInAt }) => (invited ? <StatusBadge status="invited" /> : <When at={lastSignInAt} />),
    },
    { header: 'Added', phone: 'none', cell: ({ createdAt }) => <When at={createdAt} /> },
    { header: '', end: true, cell: (member) => <MemberActions member={member} self={member.id === me} /> },
  ];
  return columns.filter(({ header }) => owner || header !== '');
}

/** Whether everybody of the team must have a second step. Only owners change it. */
function TeamFactor({ owner }: { owner: boolean }) {
  const required = useQuery(meQuery).data?.account?.factorRequired ?? false;
  return (
    <Panel title="Two-factor authentication">
      <Stack align="flex-start">
        <Text size="sm">
          {required
            ? 'Required. Everyone on the team needs an authentication code to sign in.'
            : 'Optional. Each person decides whether to turn it on.'}
        </Text>
        {owner && (
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
