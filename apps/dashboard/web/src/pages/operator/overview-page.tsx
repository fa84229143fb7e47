import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { OperatorOverview } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';
import { Loaded } from '../../components/loaded';
import { PageHeader } from '../../components/page-header';
import { FigureCards } from '../overview/figure-cards';
import { SalesPanel } from '../overview/sales-panel';
import { Concerns } from './concerns';
import { overviewCards } from './overview-cards';

export function OperatorOverviewPage() {
  const overview = useQuery(thingQuery<OperatorOverview>('/api/operator/overview', { poll: true }));
  return (
    <Stack gap="md">
      <PageHeader title="Overview" about="All accounts together. The figures keep themselves up to date." />
      <Loaded query={overview} height={480}>
        {(known) => (
          <>
            <Concerns overview={known} />
            <FigureCards cards={overviewCards(known)} columns={3} />
            <SalesPanel points={known.points} shown="24h" range="24h" />
          </>
        )}
      </Loaded>
    </Stack>
  );
}
