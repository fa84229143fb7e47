import type { Figure, Overview, PurchasesFilter, RequestsFilter } from '@topup/dashboard-contract';
import type { ReactNode } from 'react';
import { currentMode } from '../../api/mode';
import { counted, formatCount, formatRate } from '../../format/numbers';
import { RANGES } from '../../ui/form/choice';
import { SentenceLink, TextLink } from '../../ui/text/links';
import { Money } from '../../ui/text/values';
import { STATUSES } from '../transactions/transaction-filters';
import { type MetricCard, MetricCards } from './metric-cards';

/** Single figures. Each names what it counts, and leads to the list of exactly these rows. */
export function OverviewMetrics({ overview }: { overview: Overview }) {
  const { today, pending } = overview;
  return (
    <MetricCards
      cards={[
        balanceCard(overview),
        {
          name: 'Purchases today',
          value: <Purchases of={today.all} />,
          beside: `Success rate ${formatRate(today.successRate)}`,
        },
        amountCard(`${STATUSES.success} today`, today.success),
        { name: STATUSES.pending, value: <Purchases of={pending} />, beside: 'Purchases of any day' },
        amountCard(`${STATUSES.failed} today`, today.failed),
        amountCard(`${STATUSES.refunded} today`, today.refunded),
        requestsCard(overview),
        deliveriesCard(overview),
      ]}
    />
  );
}

const Purchases = ({ of: { count, filter }, children }: { of: Figure<PurchasesFilter>; children?: ReactNode }) => (
  <TextLink to="/transactions" search={filter}>
    {children ?? formatCount(count)}
  </TextLink>
);

const amountCard = (name: string, figure: Overview['today']['success']): MetricCard => ({
  name,
  value: (
    <Purchases of={figure}>
      <Money amount={figure.amount} />
    </Purchases>
  ),
  beside: counted(figure.count, 'purchase'),
});

function balanceCard({ balance, lowBelow }: Overview): MetricCard {
  const isLow = lowBelow !== null;
  const fund = currentMode() === 'test' ? 'Add test money' : 'Fund your wallet';
  return {
    name: isLow ? 'Low balance' : 'Balance',
    value: <Money amount={balance} {...(isLow && { c: 'var(--mantine-color-error)' })} />,
    beside: (
      <>
        {isLow && (
          <>
            Below <Money amount={lowBelow} /> ·{' '}
          </>
        )}
        <SentenceLink to="/wallet">{isLow || Number(balance) <= 0 ? fund : 'View wallet'}</SentenceLink>
      </>
    ),
  };
}

function requestsCard({ requests: { all, errors, refused, failed, unsold }, range }: Overview): MetricCard {
  return {
    name: `API errors, last ${RANGES[range]}`,
    value: (
      <TextLink to="/developers/requests" search={errors.filter}>
        {formatCount(errors.count)}
      </TextLink>
    ),
    beside: (
      <>
        <Requests of={refused} name="4xx" /> · <Requests of={failed} name="5xx" /> ·{' '}
        <Requests of={all} name="requests" />. Not counted:{' '}
        <Requests of={unsold} name={unsold.count === 1 ? 'response 424' : 'responses 424'} /> (purchase failed)
      </>
    ),
  };
}

function deliveriesCard({ failedDeliveries: { count, more, filter }, setUp: { hasWebhook } }: Overview): MetricCard {
  const isFault = count > 0 && hasWebhook;
  return {
    name: 'Failed webhook deliveries',
    value: (
      <TextLink to="/developers/webhook" search={filter} {...(isFault && { c: 'var(--mantine-color-error)' })}>
        {more ? `More than ${formatCount(count)}` : formatCount(count)}
      </TextLink>
    ),
    beside: hasWebhook ? 'Last 24 hours' : 'No webhook URL is set',
  };
}

const Requests = ({ of: { count, filter }, name }: { of: Figure<RequestsFilter>; name: string }) => (
  <SentenceLink to="/developers/requests" search={filter}>
    {formatCount(count)} {name}
  </SentenceLink>
);
