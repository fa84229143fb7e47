import { Box, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { OperatorOverview } from '@topup/dashboard-contract';
import type { ReactNode } from 'react';
import { type MetricCard, MetricCards } from '../../account/overview/metric-cards';
import { thingQuery } from '../../api/queries';
import { counted, formatCount, formatRate } from '../../format/numbers';
import { Loaded, Page } from '../../ui/page/page';
import { SentenceLink, TextLink } from '../../ui/text/links';
import { providerName } from '../../ui/text/names';
import { Money, When } from '../../ui/text/values';
import { VerificationStatus } from '../books/verification-page';
import { NeedsAttention } from './needs-attention';
import { REFRESH_MS, SalesSection } from './sales-section';

export default function OperatorOverviewPage() {
  const overview = useQuery({
    ...thingQuery<OperatorOverview>('/api/operator/overview'),
    refetchInterval: REFRESH_MS,
  });
  return (
    <Page title="Overview" about="All live accounts together. Figures update every minute.">
      <Loaded query={overview} height={360}>
        {(known) => (
          <>
            <NeedsAttention items={known.attention} />
            <MetricCards cards={overviewCards(known)} columns={3} />
          </>
        )}
      </Loaded>
      {/* It reads at once, and is shown when what stands above it has its height: nothing moves then. */}
      <Box hidden={overview.isPending}>
        <SalesSection />
      </Box>
    </Page>
  );
}

/** Single figures. Each leads to the list of what it counts. */
function overviewCards(overview: OperatorOverview): MetricCard[] {
  const { today, open, review, floats, balances, accounts, books } = overview;
  return [
    soldCard(today),
    {
      name: 'Open purchases now',
      value: (
        <TextLink to="/operator/purchases" search={{ status: 'open' }}>
          {formatCount(open.initiated + open.pending)}
        </TextLink>
      ),
      beside: (
        <>
          {open.oldestAt !== null && (
            <>
              Oldest <When at={open.oldestAt} /> ·{' '}
            </>
          )}
          <SentenceLink to="/operator/purchases" search={{ review: 'true' }}>
            {formatCount(review)} under review
          </SentenceLink>
          , open or completed
        </>
      ),
    },
    floatCard(floats),
    {
      name: 'Client balances',
      value: <Money amount={balances} />,
      beside: (
        <>
          Total of <SentenceLink to="/operator/accounts">all accounts</SentenceLink>
        </>
      ),
    },
    accountsCard(accounts),
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
          <SentenceLink to="/operator/books">View books</SentenceLink>
        </>
      ),
    },
  ];
}

/** The rate is of completed purchases: open ones count in neither of its two numbers. */
function soldCard({ from, to, ...today }: OperatorOverview['today']): MetricCard {
  const list = (search: { status?: string }, text: ReactNode, Link = SentenceLink) => (
    <Link to="/operator/purchases" search={{ ...search, from, to }}>
      {text}
    </Link>
  );
  return {
    name: 'Sold since midnight',
    value: list({ status: 'success' }, <Money amount={today.volume} />, TextLink),
    beside: (
      <>
        {list({}, counted(today.purchases, 'purchase'))}:{' '}
        {list({ status: 'success' }, `${formatCount(today.success)} successful`)} ({formatRate(today.successRate)} of
        completed), {list({ status: 'unsuccessful' }, `${formatCount(today.failed)} failed or refunded`)}
      </>
    ),
  };
}

function accountsCard({ active, suspended, low }: OperatorOverview['accounts']): MetricCard {
  return {
    name: 'Active accounts',
    value: (
      <TextLink to="/operator/accounts" search={{ status: 'active' }}>
        {formatCount(active)}
      </TextLink>
    ),
    beside: (
      <>
        <SentenceLink to="/operator/accounts" search={{ low: 'true' }}>
          {formatCount(low)} below 24 hours of spending
        </SentenceLink>{' '}
        ·{' '}
        <SentenceLink to="/operator/accounts" search={{ status: 'suspended' }}>
          {formatCount(suspended)} suspended
        </SentenceLink>
      </>
    ),
  };
}

/** The float that is empty first: what is left where the least is left. */
function floatCard(floats: OperatorOverview['floats']): MetricCard {
  const least = floats
    .filter(({ amount }) => amount !== null)
    .sort((one, other) => Number(one.amount) - Number(other.amount))[0];
  return {
    name: floats.length > 1 ? 'Lowest provider float' : 'Provider float',
    value:
      least === undefined ? (
        <Text inherit>Unknown</Text>
      ) : (
        <TextLink to="/operator/provider" search={{ provider: least.provider }}>
          <Money amount={least.amount ?? ''} />
        </TextLink>
      ),
    beside: (
      <>
        {least !== undefined && (
          <>
            {providerName(least.provider)} · Updated <When at={least.readAt} /> ·{' '}
          </>
        )}
        <SentenceLink to="/operator/provider">View providers</SentenceLink>
      </>
    ),
  };
}
