import { Alert, List } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { Attention, CountedAttention } from '@topup/dashboard-contract';
import { PRODUCTS } from '../../account/transactions/transaction-filters';
import { counted, formatRate } from '../../format/numbers';
import { TextLink } from '../../ui/text/links';
import { Money } from '../../ui/text/money';
import { providerName } from '../../ui/text/names';
import { When } from '../../ui/text/when';

/** What needs a person, the worst first. Each line leads to the list of exactly what it counts. */
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
          The books are not balanced
        </TextLink>
      );
    case 'closed':
      return (
        <TextLink to="/operator/provider" search={{ provider: item.provider }}>
          {item.whole
            ? `${providerName(item.provider)} is closed`
            : `${providerName(item.provider)}: ${counted(item.count, 'service is', 'services are')} closed or avoided`}
        </TextLink>
      );
    case 'float_low':
      return (
        <TextLink to="/operator/provider" search={{ provider: item.provider }}>
          Low float at {providerName(item.provider)}: <Money amount={item.amount} />
        </TextLink>
      );
    case 'float_unknown':
      return (
        <TextLink to="/operator/provider" search={{ provider: item.provider }}>
          The float at {providerName(item.provider)} is unknown
        </TextLink>
      );
    case 'success_rate':
      return <BelowUsual {...item} />;
    case 'long_open':
      return (
        <TextLink to="/operator/purchases" search={{ status: 'open', olderThanMinutes: String(item.minutes) }}>
          {counted(item.count, 'purchase has', 'purchases have')} been open for more than {item.minutes} minutes
        </TextLink>
      );
    case 'books_missed':
      return (
        <>
          <TextLink to="/operator/books" underline="always">
            A check of the books was missed
          </TextLink>
          {item.since !== null && (
            <>
              {' '}
              · Last one <When at={item.since} />
            </>
          )}
        </>
      );
    case 'catalogue_missed':
      return (
        <>
          <TextLink to="/operator/catalogue" underline="always">
            A sync with providers was missed
          </TextLink>
          {item.since !== null && (
            <>
              {' '}
              · Last costs confirmed <When at={item.since} />
            </>
          )}
        </>
      );
    default:
      return <Counted {...item} />;
  }
}

function BelowUsual({ provider, product, failed, rate, usual, from, to }: Attention & { kind: 'success_rate' }) {
  return (
    <>
      <TextLink to="/operator/purchases" search={{ product, failedAt: provider, from, to }} underline="always">
        {PRODUCTS[product]} at {providerName(provider)}: {counted(failed, 'attempt')} failed in the last hour
      </TextLink>{' '}
      · {formatRate(rate)} successful, usually {formatRate(usual)}
    </>
  );
}

function Counted({ kind, count }: CountedAttention) {
  switch (kind) {
    case 'review':
      return (
        <TextLink to="/operator/purchases" search={{ review: 'true' }}>
          {counted(count, 'purchase needs', 'purchases need')} review
        </TextLink>
      );
    case 'margin_stops':
      return (
        <TextLink to="/operator/catalogue" search={{ stopped: 'true' }}>
          {counted(count, 'stop')} of data plans because of the cost
        </TextLink>
      );
    case 'webhooks':
      return (
        <TextLink to="/operator/accounts" search={{ webhook: 'failing' }}>
          {counted(count, 'account has', 'accounts have')} a failing webhook
        </TextLink>
      );
    case 'stale_costs':
      return (
        <TextLink to="/operator/catalogue" search={{ stale: 'true' }}>
          {counted(count, 'data plan has', 'data plans have')} a stale cost
        </TextLink>
      );
    case 'approvals':
      return (
        <TextLink to="/operator/approvals" search={{ state: 'open' }}>
          {counted(count, 'request needs', 'requests need')} approval
        </TextLink>
      );
  }
}
