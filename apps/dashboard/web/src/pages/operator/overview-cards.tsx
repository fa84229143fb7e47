import { Text } from '@mantine/core';
import type { OperatorOverview } from '../../../../src/contract';
import { TextLink } from '../../components/links';
import { Money } from '../../components/money';
import { When } from '../../components/when';
import { counted, countText, rateText } from '../../format/numbers';
import type { FigureCard } from '../overview/figure-cards';
import { BooksState } from './books-state';

export function overviewCards({ today, open, review, float, balances, accounts, books }: OperatorOverview): FigureCard[] {
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
      beside:
        open.oldestAt === null ? (
          'none under way'
        ) : (
          <>
            {countText(open.initiated)} initiated, {countText(open.pending)} pending; the oldest <When at={open.oldestAt} />
          </>
        ),
    },
    {
      name: 'Provider float',
      figure: float.amount === null ? <Text inherit>unknown</Text> : <Money amount={float.amount} />,
      beside: (
        <>
          <TextLink to="/operator/provider">Provider</TextLink>, asked <When at={float.askedAt} />
        </>
      ),
    },
    {
      name: 'Owed to wallets',
      figure: <Money amount={balances} />,
      beside: 'the sum of all balances',
    },
    {
      name: 'Need review',
      figure: countText(review),
      beside: (
        <TextLink to="/operator/purchases" search={{ review: 'true' }}>
          Purchases under review
        </TextLink>
      ),
    },
    {
      name: 'Accounts',
      figure: countText(accounts.active),
      beside: (
        <>
          active, {countText(accounts.suspended)} suspended, {countText(accounts.low)} low on money.{' '}
          <TextLink to="/operator/accounts">Accounts</TextLink>
        </>
      ),
    },
    {
      name: 'Books',
      figure: books === null ? 'never checked' : <BooksState check={books} />,
      beside: (
        <>
          {books !== null && <When at={books.startedAt} />} <TextLink to="/operator/books">Books</TextLink>
        </>
      ),
    },
  ];
}
