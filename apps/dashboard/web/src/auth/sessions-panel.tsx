import { Badge, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SessionRow } from '@topup/dashboard-contract';
import { thingQuery } from '../api/queries';
import { FaultAlert } from '../ui/form/fault-alert';
import { useSend } from '../ui/form/use-send';
import type { Column } from '../ui/table/data-table';
import { TablePanel } from '../ui/table/table-panel';
import { When } from '../ui/text/when';
import { agentLabel } from './agent-label';

const COLUMNS: Column<SessionRow>[] = [
  { header: 'Browser', names: true, cell: (session) => <Browser session={session} /> },
  { header: 'IP address', phone: 'plain', cell: ({ ip }) => <span className="numbers">{ip ?? '–'}</span> },
  { header: 'Signed in', cell: ({ createdAt }) => <When at={createdAt} /> },
  { header: 'Last active', cell: ({ lastSeenAt }) => <When at={lastSeenAt} /> },
  { header: '', end: true, cell: (session) => !session.current && <End session={session} /> },
];

/** Where the user is signed in. An ended session is signed out at its next request. */
export function SessionsPanel() {
  const sessions = useQuery(thingQuery<SessionRow[]>('/api/sessions'));
  return (
    <TablePanel
      title="Active sessions"
      caption="Your active sessions"
      columns={COLUMNS}
      rows={sessions}
      idOf={({ id }) => id}
      empty={null}
      actions={<EndOthers rows={sessions.data ?? []} />}
    />
  );
}

function Browser({ session: { agent, current } }: { session: SessionRow }) {
  return (
    <>
      {agentLabel(agent)}{' '}
      {current && (
        <Badge variant="default" tt="none" fw={500}>
          This browser
        </Badge>
      )}
    </>
  );
}

function End({ session: { id, agent } }: { session: SessionRow }) {
  const { send, busy, fault } = useSend<object, unknown>(`/api/sessions/${encodeURIComponent(id)}/revoke`, {
    invalidates: ['/api/sessions'],
  });
  return (
    <>
      <Button
        size="xs"
        variant="default"
        loading={busy}
        onClick={() => void send({})}
        aria-label={`Sign out ${agentLabel(agent)}`}
      >
        Sign out
      </Button>
      {fault !== null && (
        <Text size="xs" role="alert">
          {fault}
        </Text>
      )}
    </>
  );
}

function EndOthers({ rows }: { rows: SessionRow[] }) {
  const { send, busy, fault } = useSend<object, unknown>('/api/sessions/revoke-others', {
    invalidates: ['/api/sessions'],
  });
  if (rows.length < 2) return null;
  return (
    <>
      <FaultAlert fault={fault} />
      <Button size="xs" variant="default" loading={busy} onClick={() => void send({})}>
        Sign out other sessions
      </Button>
    </>
  );
}
