import { SimpleGrid, Text } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReconciledProvider, Reconciliation } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';
import { EmptyState } from '../../ui/page/empty-state';
import { Loaded } from '../../ui/page/loaded';
import { Page } from '../../ui/page/page';
import { Panel } from '../../ui/page/panel';
import type { Column } from '../../ui/table/data-table';
import { FilterBar } from '../../ui/table/filter-bar';
import { TablePanel } from '../../ui/table/table-panel';
import { Money } from '../../ui/text/money';
import { providerName } from '../../ui/text/names';
import { When } from '../../ui/text/when';
import { CloseDay } from './close-day';
import { DriftPlot, FindingsPlot } from './finding-plots';
import { ImportFile } from './import-file';
import { ClosedDays, Findings, StatementPulls } from './reconciliation-lists';

export default function OperatorReconciliationPage() {
  const state = useQuery(thingQuery<Reconciliation>('/api/operator/reconciliation', { poll: true }));
  return (
    <Page
      title="Reconciliation"
      about="Compare what providers charge with what we booked. Resolve the findings, then close each day."
    >
      <Loaded query={state}>{(known) => <Parts state={known} />}</Loaded>
    </Page>
  );
}

function Parts({ state: { providers, importable, points } }: { state: Reconciliation }) {
  return (
    <>
      <TablePanel
        title="Providers"
        caption="Reconciliation by provider"
        actions={<ImportFile providers={importable} />}
        columns={providerColumns}
        rows={providers}
        idOf={({ name }) => name}
        empty={<EmptyState title="No statements or balances read yet" icon={IconScale} />}
      />
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Panel title="Findings by day">
          <FindingsPlot points={points} />
        </Panel>
        <Panel title="Overcharged by day">
          <DriftPlot points={points} />
        </Panel>
      </SimpleGrid>
      <FilterBar filters={['days']}>
        <Text size="xs" c="dimmed" pb={9}>
          Days of findings, closed days and statements
        </Text>
      </FilterBar>
      <Findings providers={providers} />
      <ClosedDays />
      <StatementPulls />
    </>
  );
}

const providerColumns: Column<ReconciledProvider>[] = [
  { header: 'Provider', cell: ({ name }) => providerName(name), names: true },
  { header: 'Read up to', cell: ({ coveredTo }) => <When at={coveredTo} never="No statement" /> },
  { header: 'Closed up to', cell: ({ closedUpTo }) => closedUpTo ?? '–' },
  { header: 'Open findings', cell: ({ open }) => open, end: true },
  { header: 'Overcharged', cell: ({ overcharged }) => <Money amount={overcharged} />, end: true },
  { header: '', cell: (provider) => <CloseDay provider={provider} /> },
];
