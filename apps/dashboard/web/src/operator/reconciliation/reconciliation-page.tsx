import { Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { FindingRow, ReconciledProvider, Reconciliation } from '@topup/dashboard-contract';
import { listQuery, thingQuery } from '../../api/queries';
import { EmptyState } from '../../ui/page/empty-state';
import { Loaded } from '../../ui/page/loaded';
import { PageHeader } from '../../ui/page/page-header';
import { Panel } from '../../ui/page/panel';
import { ChoiceFilter } from '../../ui/table/choice-filter';
import { type Column, DataTable } from '../../ui/table/data-table';
import { DayInputs } from '../../ui/table/day-inputs';
import { ExportCsv } from '../../ui/table/export-csv';
import { PagedTable } from '../../ui/table/paged-table';
import { useFilters } from '../../ui/table/use-filters';
import { Money } from '../../ui/text/money';
import { providerName } from '../../ui/text/names';
import { When } from '../../ui/text/when';
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
        about="Compare what providers charge with what we booked. Resolve the findings, then close each day."
      />
      <Loaded query={state}>{(known) => <Parts state={known} />}</Loaded>
    </Stack>
  );
}

/** Of which days the lists are. */
export type Span = { from: string | undefined; to: string | undefined };

function Parts({ state: { providers, importable, points } }: { state: Reconciliation }) {
  const [{ from, to }, set] = useFilters<'from' | 'to'>();
  const span = { from, to };
  return (
    <>
      <Panel title="Providers" flush actions={<ImportFile providers={importable} />}>
        {providers.length === 0 ? (
          <EmptyState title="No statements or balances read yet" icon={IconScale} />
        ) : (
          <DataTable
            caption="Reconciliation by provider"
            columns={providerColumns}
            rows={providers}
            idOf={({ name }) => name}
          />
        )}
      </Panel>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Panel title="Findings by day">
          <FindingsPlot points={points} />
        </Panel>
        <Panel title="Overcharged by day">
          <DriftPlot points={points} />
        </Panel>
      </SimpleGrid>
      <Group component="search" gap="sm" align="flex-end">
        <DayInputs from={span.from} to={span.to} onChange={set} />
        <Text size="xs" c="dimmed" pb={9}>
          Days of findings, closed days and statements
        </Text>
      </Group>
      <Findings providers={providers} span={span} />
      <ClosedDays span={span} />
      <StatementPulls span={span} />
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

function Findings({ providers, span }: { providers: ReconciledProvider[]; span: Span }) {
  const [{ provider, kind, state }, set] = useFilters<'provider' | 'kind' | 'state'>();
  const query = { provider, kind, state, ...span };
  const list = useInfiniteQuery(listQuery<FindingRow>('/api/operator/reconciliation/findings', { query, poll: true }));
  return (
    <Panel
      title="Findings, newest first"
      flush
      actions={<ExportCsv path="/api/operator/reconciliation/findings.csv" filters={query} size="xs" />}
    >
      <Group component="search" px="md" pb="sm" gap="sm" align="flex-end">
        <ChoiceFilter
          label="Provider"
          choices={providers.map(({ name }): [string, string] => [name, providerName(name)])}
          value={provider ?? ''}
          onChange={(name) => set('provider', name)}
        />
        <ChoiceFilter
          label="Type"
          choices={FINDING_KINDS}
          value={kind ?? ''}
          onChange={(chosen) => set('kind', chosen)}
        />
        <ChoiceFilter
          label="Status"
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
          <EmptyState title="No matching findings" icon={IconScale}>
            Differences between a provider’s records and ours appear here.
          </EmptyState>
        }
      />
    </Panel>
  );
}

const findingColumns: Column<FindingRow>[] = [
  { header: 'Finding', cell: ({ kind }) => FINDING_KINDS[kind] ?? kind, names: true },
  { header: 'Day', phone: 'plain', cell: ({ day }) => day },
  { header: 'Provider', phone: 'plain', cell: ({ provider }) => providerName(provider) },
  { header: 'Overcharged', phone: 'end', cell: ({ difference }) => <Money amount={difference} />, end: true },
  {
    header: 'Purchase',
    cell: ({ purchase, suggested }) =>
      purchase === null ? '–' : `${purchase.reference}${suggested ? ' (possible match)' : ''}`,
  },
  { header: 'Statement row', cell: ({ row }) => row ?? '–' },
  {
    header: 'Resolution',
    cell: (finding) =>
      finding.state === 'open' ? (
        <ResolveFinding finding={finding} />
      ) : finding.resolution === null ? (
        'Cleared automatically'
      ) : (
        `${RESOLUTIONS[finding.resolution]} by ${finding.resolvedBy}: ${finding.note}`
      ),
  },
];
