import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Overview, Range } from '@topup/dashboard-contract';
import { lazy, Suspense, useState } from 'react';
import { overviewQuery } from '../../api/queries';
import { zoneText } from '../../format/zone';
import { Loaded } from '../../ui/page/loaded';
import { PageHeader } from '../../ui/page/page-header';
import { WhenSeen } from '../../ui/page/when-seen';
import { RangeChoice } from '../../ui/plot/plot-choices';
import { TablePanel } from '../../ui/table/table-panel';
import { TextLink } from '../../ui/text/links';
import { NoPurchasesYet, RECENT_COLUMNS } from '../transactions/transaction-columns';
import { OverviewMetrics } from './overview-metrics';
import { SalesPanel } from './sales-panel';
import { SetUpPanel } from './set-up-panel';

// Its figures cost the server more than the rest of the page, and it is below the first screen.
const PerformancePanel = lazy(async () => ({ default: (await import('./performance-panel')).PerformancePanel }));
const PERFORMANCE_HEIGHT = 720;

export default function OverviewPage() {
  const [range, setRange] = useState<Range>('24h');
  const overview = useQuery(overviewQuery(range));
  return (
    <>
      <PageHeader
        title="Overview"
        about={`Times are in ${zoneText()}.`}
        actions={<RangeChoice value={range} onChange={setRange} />}
      />
      <Loaded query={overview} skeleton={<OverviewSkeleton />}>
        {(read) => (
          <>
            <SetUpPanel overview={read} />
            <OverviewMetrics overview={read} />
            {read.setUp.hasPurchase && (
              <>
                <SalesPanel points={read.points} range={read.range} busy={read.range !== range} />
                <WhenSeen height={PERFORMANCE_HEIGHT}>
                  <Suspense fallback={<Skeleton height={PERFORMANCE_HEIGHT} />}>
                    <PerformancePanel range={range} />
                  </Suspense>
                </WhenSeen>
              </>
            )}
            <Recent rows={read.recent} />
          </>
        )}
      </Loaded>
    </>
  );
}

const Recent = ({ rows }: { rows: Overview['recent'] }) => (
  <TablePanel
    title="Recent purchases"
    caption="Recent purchases, newest first"
    columns={RECENT_COLUMNS}
    rows={rows}
    idOf={({ reference }) => reference}
    empty={<NoPurchasesYet />}
    actions={
      <TextLink to="/transactions" size="sm">
        View all transactions
      </TextLink>
    }
  />
);

function OverviewSkeleton() {
  return (
    <Stack>
      <Skeleton height={104} />
      <Skeleton height={360} />
      <Skeleton height={280} />
    </Stack>
  );
}
