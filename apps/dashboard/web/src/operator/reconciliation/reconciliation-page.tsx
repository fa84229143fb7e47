import { Group, SimpleGrid, Stack } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { FindingRow, ReconciledProvider, Reconciliation } from '@topup/dashboard-contract';
import { listQuery, thingQuery } from '../../api/queries';
import { formatTime } from '../../format/time';
import { EmptyState } from '../../ui/page/empty-state';
import { Loaded } from '../../ui/page/loaded';
import { PageHeader } from '../../ui/page/page-header';
import { Panel } from '../../ui/page/panel';
import { ChoiceFilter } from '../../ui/table/choice-filter';
import { type Column, DataTable } from '../../ui/table/data-table';
import { PagedTable } from '../../ui/table/paged-table';
import { useFilters } from '../../ui/table/use-filters';
import { Money } from '../../ui/text/money';
import { CloseDay } from './close-day';
import { ClosedDays } from './closed-days';
import { FINDING_KINDS, FINDING_STATES, RESOLUTIONS } from './finding-kinds';
import { DriftPlot, FindingsPlot } from './finding-plots';
import { ImportFile } from './import-file';
import { ResolveFinding } from './resolve-finding';
import { StatementPulls } from './statement-pulls';

export function OperatorReconciliationPage() {
  const state = useQuery(thingQuery<Reconciliation>('/api/operator/reconciliation', { poll: true }));
  return (
    <Stack gap="md">
      <PageHeader
        title="Reconciliation"
        about="What providers charge, compared with what was booked. A person resolves each difference and signs each day."
      />
      <Loaded query={state}>{(known) => <Parts state={known} />}</Loaded>
    </Stack>
  );
}

function Parts({ state: { providers, importable, points } }: { state: Reconciliation }) {
  return (
    <>
      <Panel title="Providers" flush actions={<ImportFile providers={importable} />}>
        {providers.length === 0 ? (
          <EmptyState title="No statement and no balance was read yet" icon={IconScale} />
        ) : (
          <DataTable caption="Providers" columns={providerColumns} rows={providers} idOf={({ name }) => name} />
        )}
      </Panel>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Panel title="Findings by day">
          <FindingsPlot points={points} />
        </Panel>
        <Panel title="Drift by day">
          <DriftPlot points={points} />
        </Panel>
      </SimpleGrid>
      <Findings providers={providers} />
      <ClosedDays />
      <StatementPulls />
    </>
  );
}

const providerColumns: Column<ReconciledProvider>[] = [
  { header: 'Provider', cell: ({ name }) => name, names: true },
  { header: 'Read up to', cell: ({ coveredTo }) => (coveredTo === null ? 'no statement' : formatTime(coveredTo)) },
  { header: 'Closed up to', cell: ({ closedUpTo }) => closedUpTo ?? '–' },
  { header: 'Open findings', cell: ({ open }) => open, end: true },
  { header: 'Charged more', cell: ({ overcharged }) => <Money amount={overcharged} />, end: true },
  { header: 'Close', cell: (provider) => <CloseDay provider={provider} /> },
];

function Findings({ providers }: { providers: ReconciledProvider[] }) {
  const [{ provider, kind, state }, set] = useFilters<'provider' | 'kind' | 'state'>();
  const query = { provider, kind, state };
  const list = useInfiniteQuery(listQuery<FindingRow>('/api/operator/reconciliation/findings', { query, poll: true }));
  return (
    <Panel title="Findings, newest first" flush>
      <Group component="search" px="md" pb="sm" gap="sm" align="flex-end">
        <ChoiceFilter
          label="Provider"
          choices={providers.map(({ name }): [string, string] => [name, name])}
          value={provider ?? ''}
          onChange={(name) => set('provider', name)}
        />
        <ChoiceFilter
          label="Kind"
          choices={FINDING_KINDS}
          value={kind ?? ''}
          onChange={(chosen) => set('kind', chosen)}
        />
        <ChoiceFilter
          label="State"
          choices={FINDING_STATES}
          value={state ?? ''}
          onChange={(chosen) => set('state', chosen)}
        />
      </Group>
      <PagedTable
        caption="Findings"
        columns={findingColumns}
        idOf={({ id }) => id}
        list={list}
        empty={
          <EmptyState title="There are no such findings" icon={IconScale}>
            Where a provider and we do not agree, the difference stands here.
          </EmptyState>
        }
      />
    </Panel>
  );
}

const findingColumns: Column<FindingRow>[] = [
  { header: 'Finding', cell: ({ kind }) => FINDING_KINDS[kind] ?? kind, names: true },
  { header: 'Day', cell: ({ day }) => day },
  { header: 'Provider', cell: ({ provider }) => provider },
  { header: 'Charged more', cell: ({ difference }) => <Money amount={difference} />, end: true },
  {
    header: 'Purchase',
    cell: ({ purchase, suggested }) =>
      purchase === null ? '–' : `${purchase.reference}${suggested ? ' (perhaps)' : ''}`,
  },
  { header: 'Row', cell: ({ row }) => row ?? '–' },
  {
    header: 'Resolved',
    cell: (finding) =>
      finding.state === 'open' ? (
        <ResolveFinding finding={finding} />
      ) : finding.resolution === null ? (
        'gone by itself'
      ) : (
        `${RESOLUTIONS[finding.resolution]} by ${finding.resolvedBy}: ${finding.note}`
      ),
  },
];
