import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { OperatorOverview } from '@topup/dashboard-contract';
import { MetricCards } from '../../account/overview/metric-cards';
import { SalesPanel } from '../../account/overview/sales-panel';
import { thingQuery } from '../../api/queries';
import { Loaded } from '../../ui/page/loaded';
import { PageHeader } from '../../ui/page/page-header';
import { NeedsAttention } from './needs-attention';
import { overviewCards } from './overview-cards';

export function OperatorOverviewPage() {
  const overview = useQuery(thingQuery<OperatorOverview>('/api/operator/overview', { poll: true }));
  return (
    <Stack gap="md">
      <PageHeader title="Overview" about="All accounts together. Figures update automatically." />
      <Loaded query={overview} height={480}>
        {(known) => (
          <>
            <NeedsAttention overview={known} />
            <MetricCards cards={overviewCards(known)} columns={3} />
            <SalesPanel points={known.points} shown="24h" range="24h" />
          </>
        )}
      </Loaded>
    </Stack>
  );
}
