import type { Overview } from '@topup/dashboard-contract';
import { counted, formatCount, formatRate } from '../../format/numbers';
import { TextLink } from '../../ui/text/links';
import { Money } from '../../ui/text/money';
import { MetricCards } from './metric-cards';

export function OverviewMetrics({ overview: { balance, today, pending } }: { overview: Overview }) {
  return (
    <MetricCards
      cards={[
        { name: 'Balance', value: <Money amount={balance} />, beside: <TextLink to="/wallet">View wallet</TextLink> },
        { name: 'Sold today', value: <Money amount={today.volume} />, beside: counted(today.purchases, 'attempt') },
        {
          name: 'Success rate today',
          value: formatRate(today.successRate),
          beside: (
            <>
              <Money amount={today.refunded} /> refunded
            </>
          ),
        },
        {
          name: 'Pending purchases',
          value: formatCount(pending),
          beside:
            pending > 0 ? (
              <TextLink to="/transactions" search={{ status: 'pending' }}>
                View pending
              </TextLink>
            ) : (
              'Nothing pending'
            ),
        },
      ]}
    />
  );
}
