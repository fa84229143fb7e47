import { Text } from '@mantine/core';
import type { OperatorOverview } from '@topup/dashboard-contract';
import type { FigureCard } from '../../account/overview/metric-cards';
import { counted, countText, rateText } from '../../format/numbers';
import { TextLink } from '../../ui/text/links';
import { Money } from '../../ui/text/money';
import { When } from '../../ui/text/when';
import { BooksState } from '../books/verification-state';

export function overviewCards({
  today,
  open,
  review,
  float,
  balances,
  accounts,
  books,
}: OperatorOverview): FigureCard[] {
  const openCount = open.initiated + open.pending;
  return [
    {
      name: 'Sold today',
      figure: <Money amount={today.volume} />,
      beside: `${counted(today.purchases, 'purchase')}, ${rateText(today.successRate)} successful`,
    },
    {
      name: 'Open purchases',
      figure: countText(openCount),
      beside: (
        <>
          {open.oldestAt !== null && (
            <>
              the oldest <When at={open.oldestAt} />,{' '}
            </>
          )}
          <TextLink to="/operator/purchases" search={{ review: 'true' }} underline="always">
            {countText(review)} under review
          </TextLink>
        </>
      ),
    },
    {
      name: 'Provider float',
      figure: float.amount === null ? <Text inherit>unknown</Text> : <Money amount={float.amount} />,
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
      figure: <Money amount={balances} />,
      beside: 'the sum of all balances',
    },
    {
      name: 'Accounts',
      figure: countText(accounts.active),
      beside: (
        <>
          active, {countText(accounts.suspended)} suspended, {countText(accounts.low)} low on money
        </>
      ),
    },
    {
      name: 'Books',
      figure: books === null ? 'never checked' : <BooksState check={books} />,
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
