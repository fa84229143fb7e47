import { useQuery } from '@tanstack/react-query';
import type { ProviderHealth } from '@topup/dashboard-contract';
import { PRODUCTS } from '../../account/transactions/transaction-filters';
import { thingQuery } from '../../api/queries';
import { formatCount, formatRate } from '../../format/numbers';
import { formatSeconds } from '../../format/time';
import { EmptyState } from '../../ui/page/empty-state';
import { Loaded } from '../../ui/page/loaded';
import { Page } from '../../ui/page/page';
import type { Column } from '../../ui/table/data-table';
import { FilterChip } from '../../ui/table/filter-chip';
import { TablePanel } from '../../ui/table/table-panel';
import { useFilters } from '../../ui/table/use-filters';
import { providerName } from '../../ui/text/names';
import { ClosedServices } from './closed-services';
import { ProvidersPanel } from './providers-panel';

export default function OperatorProviderPage() {
  const [{ provider }, set] = useFilters<'provider'>();
  const health = useQuery(thingQuery<ProviderHealth>('/api/operator/provider', { query: { provider }, poll: true }));
  const chip = provider !== undefined && (
    <FilterChip onClear={() => set('provider', '')}>{`Only ${providerName(provider)}`}</FilterChip>
  );
  return (
    <Page
      title="Providers"
      about="Floats, closed services and performance. Each order goes to the first provider that can take it."
      actions={chip}
    >
      <Loaded query={health}>
        {({ providers, breakers, lastHour }) => (
          <>
            <ProvidersPanel providers={providers} />
            <ClosedServices breakers={breakers} providers={providers} query={{ provider }} />
            <TablePanel
              title="Provider performance, last hour"
              caption="Purchases sent in the last hour, by provider and product"
              columns={columns}
              rows={lastHour.every(({ sent }) => sent === 0) ? [] : lastHour}
              idOf={({ provider, product }) => `${provider} ${product}`}
              empty={<EmptyState title="No purchases sent in the last hour" />}
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}

type Row = ProviderHealth['lastHour'][number];

const columns: Column<Row>[] = [
  {
    header: 'Provider and product',
    cell: ({ provider, product }) => `${providerName(provider)}: ${PRODUCTS[product]}`,
    names: true,
  },
  { header: 'Sent', cell: ({ sent }) => formatCount(sent), end: true },
  { header: 'Successful', cell: ({ success }) => formatCount(success), end: true },
  { header: 'Failed', cell: ({ failed }) => formatCount(failed), end: true },
  { header: 'Pending', cell: ({ open }) => formatCount(open), end: true },
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
