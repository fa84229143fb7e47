import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { OperatorOverview } from '@topup/dashboard-contract';
import { MetricCards } from '../../account/overview/metric-cards';
import { thingQuery } from '../../api/queries';
import { Loaded } from '../../ui/page/loaded';
import { Page } from '../../ui/page/page';
import { NeedsAttention } from './needs-attention';
import { overviewCards } from './overview-cards';
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
