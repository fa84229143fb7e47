import { useQuery } from '@tanstack/react-query';
import type { Backlog, QueueCount, QueueCounts } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';
import { counted, formatCount } from '../../format/numbers';
import { formatSeconds } from '../../format/time';
import { EmptyState, Loaded, Page, Panel } from '../../ui/page/page';
import { type Column, TablePanel } from '../../ui/table/table-panel';
import { TextLink } from '../../ui/text/links';
import { Facts } from '../../ui/text/values';

export default function OperatorQueuesPage() {
  const counts = thingQuery<QueueCounts>('/api/operator/queues', { poll: true });
  const queues = useQuery({ ...counts, select: ({ queues }) => queues });
  return (
    <Page title="Queues" about="Queues only wake workers early. The sweeper finds lost jobs in the database.">
      <BacklogPanel />
      <TablePanel
        title="Jobs"
        caption="Jobs by queue"
        columns={columns}
        rows={queues}
        idOf={({ name }) => name}
        empty={<EmptyState title="No queues" />}
      />
    </Page>
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

/** The open work in the database, which decides; the queues may have lost jobs. */
function BacklogPanel() {
  const backlog = useQuery(thingQuery<Backlog>('/api/operator/backlog', { poll: true }));
  return (
    <Panel title="Backlog">
      <Loaded query={backlog} height={200}>
        {({ open, underReview, oldestUnclaimedS, oldestPendingS, overdueS, webhooksWaiting, oldestWebhookS }) => (
          <Facts
            rows={[
              ['Open purchases', formatCount(open)],
              [
                'Needs review',
                <TextLink key="review" to="/operator/purchases" search={{ review: 'true' }}>
                  {counted(underReview, 'purchase')}
                </TextLink>,
              ],
              ['Oldest unsent purchase', age(oldestUnclaimedS)],
              ['Oldest pending purchase', age(oldestPendingS)],
              ['Longest overdue purchase', age(overdueS)],
              ['Waiting webhooks', formatCount(webhooksWaiting)],
              ['Oldest waiting webhook', age(oldestWebhookS)],
            ]}
          />
        )}
      </Loaded>
    </Panel>
  );
}

const age = (seconds: number): string => (seconds === 0 ? 'None' : formatSeconds(seconds));
