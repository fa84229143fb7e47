import { Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCircleDashed } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { WebhookState } from '@topup/dashboard-contract';
import { POLL_MS } from '../../api/queries';
import { formatCount, formatRate } from '../../format/numbers';
import { Loaded } from '../../ui/page/loaded';
import { Panel } from '../../ui/page/panel';
import { Facts } from '../../ui/text/facts';
import { LookBadge } from '../../ui/text/status-badge';
import { When } from '../../ui/text/when';
import { ResendFailed } from './resend-failed';
import { webhookStateQuery } from './webhook-state';

/** How the webhook URL does. */
export function StatePanel() {
  const state = useQuery(webhookStateQuery(POLL_MS));
  return (
    <Panel title="Status" actions={<ResendFailed />}>
      <Loaded query={state} height={96}>
        {(known) => <State state={known} />}
      </Loaded>
    </Panel>
  );
}

function State({ state }: { state: WebhookState }) {
  const { failingSince, rowSince, lastDeliveredAt, day } = state;
  const since = failingSince ?? rowSince;
  return (
    <Facts
      rows={[
        ['Status', <StateBadge key="status" state={state} />],
        ['Success rate (24 hours)', <Rate key="rate" day={day} />],
        ['Last success', <When key="last" at={lastDeliveredAt} />],
        ...(since === null ? [] : [['Failing since', <When key="since" at={since} />] as [string, React.ReactNode]]),
      ]}
    />
  );
}

function StateBadge({ state: { failingSince, rowSince, lastDeliveredAt } }: { state: WebhookState }) {
  if (failingSince !== null) return <LookBadge word="Failing" icon={IconAlertTriangle} tone="bad" />;
  if (rowSince !== null) return <LookBadge word="Last delivery failed" icon={IconAlertTriangle} tone="waiting" />;
  if (lastDeliveredAt !== null) return <LookBadge word="Healthy" icon={IconCheck} tone="good" />;
  return <LookBadge word="No deliveries yet" icon={IconCircleDashed} tone="neutral" />;
}

function Rate({ day: { delivered, failed, sample } }: Pick<WebhookState, 'day'>) {
  const ended = delivered + failed;
  if (ended === 0) return 'No deliveries';
  return (
    <>
      {formatRate(delivered / ended)}{' '}
      <Text component="span" inherit c="dimmed">
        ({formatCount(delivered)} of {ended === sample ? 'the last ' : ''}
        {formatCount(ended)})
      </Text>
    </>
  );
}
