import { Button, Stack } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { QueueCount, QueueCounts } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';
import { formatCount } from '../../format/numbers';
import { formatSeconds } from '../../format/time';
import { EmptyState } from '../../ui/page/empty-state';
import { PageHeader } from '../../ui/page/page-header';
import { Panel } from '../../ui/page/panel';
import type { Column } from '../../ui/table/data-table';
import { WholeTable } from '../../ui/table/paged-table';
import { BacklogPanel } from './backlog-panel';

export function OperatorQueuesPage() {
  const counts = thingQuery<QueueCounts>('/api/operator/queues', { poll: true });
  const { data: shown } = useQuery(counts);
  const queues = useQuery({ ...counts, select: ({ queues }) => queues });
  const board = shown?.board && (
    <Button
      component="a"
      href="/queues/"
      target="_blank"
      variant="default"
      rightSection={<IconExternalLink size={16} aria-hidden />}
    >
      Open queue board
    </Button>
  );
  return (
    <Stack gap="md">
      <PageHeader
        title="Queues"
        about="Queues only wake workers early. The sweeper finds lost jobs in the database."
        actions={board}
      />
      <BacklogPanel />
      <Panel title="Jobs" flush>
        <WholeTable
          caption="Jobs by queue"
          columns={columns}
          idOf={({ name }) => name}
          query={queues}
          empty={<EmptyState title="No queues" />}
        />
      </Panel>
    </Stack>
  );
}

const columns: Column<QueueCount>[] = [
  { header: 'Queue', cell: ({ name }) => name, names: true },
  { header: 'Waiting', cell: ({ waiting }) => formatCount(waiting), end: true },
  { header: 'Active', cell: ({ active }) => formatCount(active), end: true },
  { header: 'Delayed', cell: ({ delayed }) => formatCount(delayed), end: true },
  { header: 'Failed', cell: ({ failed }) => formatCount(failed), end: true },
  {
    header: 'Longest wait',
    cell: ({ oldestSeconds }) => (oldestSeconds === null ? '–' : formatSeconds(oldestSeconds)),
    end: true,
  },
];
