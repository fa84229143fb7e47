import { useQuery } from '@tanstack/react-query';
import type { Backlog } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';
import { counted, formatCount } from '../../format/numbers';
import { formatSeconds } from '../../format/time';
import { Loaded } from '../../ui/page/loaded';
import { Panel } from '../../ui/page/panel';
import { Facts } from '../../ui/text/facts';
import { TextLink } from '../../ui/text/links';

/** What is still to be done in the database, which decides; the queues may have lost jobs. */
export function BacklogPanel() {
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
