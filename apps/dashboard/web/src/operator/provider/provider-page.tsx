import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ProviderHealth } from '@topup/dashboard-contract';
import { PRODUCTS } from '../../account/transactions/transaction-filters';
import { thingQuery } from '../../api/queries';
import { RequestFault } from '../../api/request';
import { formatCount, formatRate } from '../../format/numbers';
import { formatSeconds } from '../../format/time';
import { EmptyState } from '../../ui/page/empty-state';
import { ErrorState } from '../../ui/page/error-state';
import { Loaded } from '../../ui/page/loaded';
import { PageHeader } from '../../ui/page/page-header';
import { Panel } from '../../ui/page/panel';
import { type Column, DataTable } from '../../ui/table/data-table';
import { Money } from '../../ui/text/money';
import { When } from '../../ui/text/when';
import { BreakersPanel } from './breakers-panel';

export function OperatorProviderPage() {
  const health = useQuery(thingQuery<ProviderHealth>('/api/operator/provider', { poll: true }));
  return (
    <Stack gap="md">
      <PageHeader
        title={health.data === undefined ? 'Provider' : `Provider: ${health.data.name}`}
        about="What is left of our float, what is closed, and how the provider does."
      />
      <Loaded query={health}>
        {(known) => (
          <>
            <Float float={known.float} />
            <BreakersPanel breakers={known.breakers} services={known.services} />
            <Panel title="Purchases sent in the last hour" flush>
              {known.lastHour.every(({ sent }) => sent === 0) ? (
                <EmptyState title="Nothing was sent in the last hour" />
              ) : (
                <DataTable
                  caption="Purchases sent in the last hour, by product"
                  columns={columns}
                  rows={known.lastHour}
                  idOf={({ product }) => product}
                />
              )}
            </Panel>
          </>
        )}
      </Loaded>
    </Stack>
  );
}

function Float({ float: { amount, fault, askedAt } }: Pick<ProviderHealth, 'float'>) {
  return (
    <Panel title="Float">
      <Stack gap="xs">
        {fault !== null && <ErrorState error={new RequestFault(0, 'provider', fault)} />}
        {amount !== null && <Money amount={amount} fz="1.75rem" fw={650} />}
        <Text size="sm" c="dimmed" component="div">
          Asked <When at={askedAt} />. When it runs out, orders that it does not cover are stopped and refunded.
        </Text>
      </Stack>
    </Panel>
  );
}

type Row = ProviderHealth['lastHour'][number];

const columns: Column<Row>[] = [
  { header: 'Product', cell: ({ product }) => PRODUCTS[product], names: true },
  { header: 'Sent', cell: ({ sent }) => formatCount(sent), end: true },
  { header: 'Success', cell: ({ success }) => formatCount(success), end: true },
  { header: 'Failed', cell: ({ failed }) => formatCount(failed), end: true },
  { header: 'Open', cell: ({ open }) => formatCount(open), end: true },
  // Of the final purchases: the open ones may still become either.
  {
    header: 'Success rate',
    cell: ({ success, failed }) => formatRate(success + failed === 0 ? null : success / (success + failed)),
    end: true,
  },
  {
    header: 'Median time',
    cell: ({ medianSeconds }) => (medianSeconds === null ? '–' : formatSeconds(medianSeconds)),
    end: true,
  },
];
