import { Text } from '@mantine/core';
import type { OperatorOverview } from '@topup/dashboard-contract';
import type { MetricCard } from '../../account/overview/metric-cards';
import { counted, formatCount, formatRate } from '../../format/numbers';
import { TextLink } from '../../ui/text/links';
import { Money } from '../../ui/text/money';
import { providerName } from '../../ui/text/provider-name';
import { When } from '../../ui/text/when';
import { VerificationStatus } from '../books/verification-status';

export function overviewCards({
  today,
  open,
  review,
  floats,
  balances,
  accounts,
  books,
}: OperatorOverview): MetricCard[] {
  const openCount = open.initiated + open.pending;
  return [
    {
      name: 'Sold today',
      value: <Money amount={today.volume} />,
      beside: `${counted(today.purchases, 'purchase')}, ${formatRate(today.successRate)} successful`,
    },
    {
      name: 'Pending purchases',
      value: formatCount(openCount),
      beside: (
        <>
          {open.oldestAt !== null && (
            <>
              Oldest <When at={open.oldestAt} /> ·{' '}
            </>
          )}
          <TextLink to="/operator/purchases" search={{ review: 'true' }} underline="always">
            {counted(review, 'needs review', 'need review')}
          </TextLink>
        </>
      ),
    },
    floatCard(floats),
    {
      name: 'Client balances',
      value: <Money amount={balances} />,
      beside: 'Total of all wallets',
    },
    {
      name: 'Accounts',
      value: formatCount(accounts.active),
      beside: (
        <>
          Active · {formatCount(accounts.suspended)} suspended · {formatCount(accounts.low)} with low balance
        </>
      ),
    },
    {
      name: 'Books',
      value: books === null ? 'Never checked' : <VerificationStatus check={books} />,
      beside: (
        <>
          {books !== null && (
            <>
              Checked <When at={books.startedAt} /> ·{' '}
            </>
          )}
          <TextLink to="/operator/books" underline="always">
            View books
          </TextLink>
        </>
      ),
    },
  ];
}

/** The float that is empty first: what is left where the least is left. */
function floatCard(floats: OperatorOverview['floats']): MetricCard {
  const least = floats
    .filter(({ amount }) => amount !== null)
    .sort((one, other) => Number(one.amount) - Number(other.amount))[0];
  return {
    name: floats.length > 1 ? 'Lowest provider float' : 'Provider float',
    value: least === undefined ? <Text inherit>Unknown</Text> : <Money amount={least.amount ?? ''} />,
    beside: (
      <>
        {least !== undefined && (
          <>
            {providerName(least.provider)} · Updated <When at={least.readAt} /> ·{' '}
          </>
        )}
        <TextLink to="/operator/provider" underline="always">
          View providers
        </TextLink>
      </>
    ),
  };
}
