import { Button, Stack } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import type { TeamMember } from '@topup/dashboard-contract';
import { useState } from 'react';
import { thingQuery } from '../../api/queries';
import { Loaded } from '../../ui/page/loaded';
import { PageHeader } from '../../ui/page/page-header';
import { Panel } from '../../ui/page/panel';
import { DataTable, TableSkeleton } from '../../ui/table/data-table';
import { InviteDialog } from './invite-dialog';
import { teamColumns } from './team-columns';
import { TeamFactor } from './team-factor';

/** All members see the team; only owners change it. */
export function TeamPage() {
  const { me } = useRouteContext({ from: '/shell' });
  const [inviting, setInviting] = useState(false);
  const team = useQuery(thingQuery<TeamMember[]>('/api/team'));
  const owner = me.role === 'owner';
  return (
    <>
      <PageHeader
        title="Team"
        about="Members can view the account, test webhooks and resend events. Owners also manage the team, API keys and webhook."
        actions={
          owner && (
            <Button
              leftSection={<IconUserPlus size={16} aria-hidden />}
              aria-haspopup="dialog"
              onClick={() => setInviting(true)}
            >
              Invite team member
            </Button>
          )
        }
      />
      <Stack>
        <Panel title="Team members" flush>
          <Loaded query={team} skeleton={<TableSkeleton rows={3} />}>
            {(rows) => (
              <DataTable
                caption="People on this team"
                columns={teamColumns({ me: me.user.id, owner })}
                rows={rows}
                idOf={({ id }) => id}
              />
            )}
          </Loaded>
        </Panel>
        <TeamFactor owner={owner} />
      </Stack>
      <InviteDialog opened={inviting} onClose={() => setInviting(false)} />
    </>
  );
}
