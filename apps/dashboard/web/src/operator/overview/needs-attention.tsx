import { Alert, List } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { Attention, CountedAttention } from '@topup/dashboard-contract';
import type { ReactNode } from 'react';
import { counted, formatCount, formatRate } from '../../format/numbers';
import { PRODUCTS } from '../../generated/vocabulary';
import { SentenceLink, TextLink } from '../../ui/text/links';
import { providerName } from '../../ui/text/names';
import { Money, When } from '../../ui/text/values';

/** Lists the problems that need a person, the worst first. Each line leads to the list that it counts. */
export function NeedsAttention({ items }: { items: Attention[] }) {
  if (items.length === 0)
    return (
      <Alert color="teal" variant="outline" title="Nothing needs attention" icon={<IconCheck aria-hidden />}>
        No purchase, provider, plan, webhook or approval waits for you.
      </Alert>
    );
  return (
    <Alert color="red" variant="outline" title="Needs attention" icon={<IconAlertTriangle aria-hidden />}>
      <List size="sm" spacing={6}>
        {items.map((item) => (
          <List.Item key={keyOf(item)}>
            <Line item={item} />
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

const keyOf = (item: Attention): string =>
  [item.kind, 'provider' in item && item.provider, 'product' in item && item.product].filter(Boolean).join(' ');

function Line({ item }: { item: Attention }) {
  switch (item.kind) {
    case 'books_unsound':
      return (
        <TextLink to="/operator/books/$id" params={{ id: item.check }}>
          The books are unsound
        </TextLink>
      );
    case 'closed':
      return (
        <AtProvider {...item}>
          {item.whole
            ? `${providerName(item.provider)} is closed`
            : `${providerName(item.provider)}: ${counted(item.count, 'service is', 'services are')} closed or avoided`}
        </AtProvider>
      );
    case 'float_low':
      return (
        <AtProvider {...item}>
          Low float at {providerName(item.provider)}: <Money amount={item.amount} />
        </AtProvider>
      );
    case 'float_unknown':
      return <AtProvider {...item}>The float at {providerName(item.provider)} is unknown</AtProvider>;
    case 'success_rate':
      return <BelowUsual {...item} />;
    case 'unanswered':
      return (
        <AtProvider {...item}>
          {providerName(item.provider)}: {formatCount(item.orders)} of {counted(item.of, 'order')} in the last hour got
          no answer
        </AtProvider>
      );
    case 'long_open':
      return (
        <TextLink to="/operator/purchases" search={{ status: 'open', olderThanMinutes: String(item.minutes) }}>
          {counted(item.count, 'purchase has', 'purchases have')} been open for more than {item.minutes} minutes
        </TextLink>
      );
    case 'books_missed':
      return <Missed to="/operator/books" what="A check of the books" last="Last one" since={item.since} />;
    case 'catalogue_missed':
      return (
        <Missed to="/operator/catalogue" what="A sync with providers" last="Last costs confirmed" since={item.since} />
      );
    default:
      return <Counted {...item} />;
  }
}

const AtProvider = ({ provider, children }: { provider: string; children: ReactNode }) => (
  <TextLink to="/operator/provider" search={{ provider }}>
    {children}
  </TextLink>
);

type MissedProps = { to: '/operator/books' | '/operator/catalogue'; what: string; last: string; since: string | null };

const Missed = ({ to, what, last, since }: MissedProps) => (
  <>
    <SentenceLink to={to}>{what} was missed</SentenceLink>
    {since !== null && (
      <>
        {' '}
        · {last} <When at={since} />
      </>
    )}
  </>
);

function BelowUsual({ provider, product, failed, rate, usual, from, to }: Attention & { kind: 'success_rate' }) {
  return (
    <>
      <SentenceLink to="/operator/purchases" search={{ product, failedAt: provider, from, to }}>
        {PRODUCTS[product]} at {providerName(provider)}: {counted(failed, 'attempt')} failed in the last hour
      </SentenceLink>{' '}
      · {formatRate(rate)} successful, usually {formatRate(usual)}
    </>
  );
}

/** Where a count leads to, with the filter of exactly what it counts; its words, of one and of many; what they lack. */
const COUNTED = {
  review: ['/operator/purchases', { review: 'true' }, ['purchase needs', 'purchases need'], 'review'],
  claims: ['/operator/claims', { state: 'open' }, ['claim waits', 'claims wait'], 'for an answer'],
  transfers: ['/operator/collections', { state: 'open' }, ['transfer waits', 'transfers wait'], 'for an operator'],
  sales_holds: [
    '/operator/catalogue',
    { onHold: 'true' },
    ['sales hold', 'sales holds'],
    'on data plans because of the cost',
  ],
  webhooks: ['/operator/accounts', { webhook: 'failing' }, ['account has', 'accounts have'], 'a failing webhook'],
  stale_costs: ['/operator/catalogue', { stale: 'true' }, ['data plan has', 'data plans have'], 'a stale cost'],
  approvals: ['/operator/approvals', { state: 'open' }, ['request needs', 'requests need'], 'approval'],
} as const;

function Counted({ kind, count }: CountedAttention) {
  const [to, search, [one, many], what] = COUNTED[kind];
  return (
    <TextLink to={to} search={search}>
      {counted(count, one, many)} {what}
    </TextLink>
  );
}
