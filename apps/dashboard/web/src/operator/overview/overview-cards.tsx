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
  float,
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
    {
      name: 'Provider float',
      value: float.amount === null ? <Text inherit>unknown</Text> : <Money amount={float.amount} />,
      beside: (
        <>
          asked <When at={float.askedAt} />,{' '}
          <TextLink to="/operator/provider" underline="always">
            provider
          </TextLink>
        </>
      ),
    },
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
