import { Text } from '@mantine/core';
import type { OperatorOverview } from '@topup/dashboard-contract';
import type { MetricCard } from '../../account/overview/metric-cards';
import { counted, formatCount, formatRate } from '../../format/numbers';
import { TextLink } from '../../ui/text/links';
import { Money } from '../../ui/text/money';
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
      name: 'Open purchases',
      value: formatCount(openCount),
      beside: (
        <>
          {open.oldestAt !== null && (
            <>
              the oldest <When at={open.oldestAt} />,{' '}
            </>
          )}
          <TextLink to="/operator/purchases" search={{ review: 'true' }} underline="always">
            {formatCount(review)} under review
          </TextLink>
        </>
      ),
    },
    floatCard(floats),
    {
      name: 'Owed to wallets',
      value: <Money amount={balances} />,
      beside: 'the sum of all balances',
    },
    {
      name: 'Accounts',
      value: formatCount(accounts.active),
      beside: (
        <>
          active, {formatCount(accounts.suspended)} suspended, {formatCount(accounts.low)} low on money
        </>
      ),
    },
    {
      name: 'Books',
      value: books === null ? 'never checked' : <VerificationStatus check={books} />,
      beside: (
        <>
          {books !== null && (
            <>
              checked <When at={books.startedAt} />,{' '}
            </>
          )}
          <TextLink to="/operator/books" underline="always">
            books
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
    name: floats.length > 1 ? 'Least provider float' : 'Provider float',
    value: least === undefined ? <Text inherit>unknown</Text> : <Money amount={least.amount ?? ''} />,
    beside: (
      <>
        {least !== undefined && (
          <>
            at {least.provider}, read <When at={least.readAt} />,{' '}
          </>
        )}
        <TextLink to="/operator/provider" underline="always">
          {floats.length > 1 ? 'all providers' : 'provider'}
        </TextLink>
      </>
    ),
  };
}
