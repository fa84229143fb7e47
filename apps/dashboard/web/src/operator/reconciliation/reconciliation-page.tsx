import { Alert, List, SimpleGrid, Text } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { DaySums, ReconciledProvider, Reconciliation } from '@topup/dashboard-contract';
import { useEffect, useState } from 'react';
import { VALUES } from '../../account/overview/sales-kinds';
import { thingQuery } from '../../api/queries';
import { formatNaira } from '../../format/naira';
import { counted } from '../../format/numbers';
import { isDay } from '../../format/read-filters';
import { formatTime } from '../../format/time';
import { ActionDialog } from '../../ui/form/action-form';
import { EmptyState, Loaded, Page, Panel } from '../../ui/page/page';
import { LateBarPlot } from '../../ui/plot/late-bar-plot';
import { type BarSeries, barsOf } from '../../ui/plot/plot-frame';
import { FilterBar } from '../../ui/table/filters';
import { type Column, TablePanel } from '../../ui/table/table-panel';
import { providerName } from '../../ui/text/names';
import { Facts, Money, When } from '../../ui/text/values';
import { shortDay } from '../margin/margin-columns';
import { blockersOf } from './blockers';
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
      <FilterBar filters={['days']}>
        <Text size="xs" c="dimmed" pb={9}>
          Days of findings, closed days and statements
        </Text>
      </FilterBar>
      <Findings providers={providers} />
      <ClosedDays />
      <StatementPulls />
      <Plots points={points} />
    </>
  );
}

const providerColumns: Column<ReconciledProvider>[] = [
  { header: 'Provider', cell: ({ name }) => providerName(name), names: true },
  { header: 'Read up to', cell: ({ coveredTo }) => <When at={coveredTo} never="No statement" /> },
  { header: 'Closed up to', cell: ({ closedUpTo }) => closedUpTo ?? '–' },
  { header: 'Open findings', cell: ({ open }) => open, end: true },
  { header: 'Overcharged', cell: ({ overcharged }) => <Money amount={overcharged} />, end: true },
  { header: '', cell: ({ name, nextDay }) => nextDay !== null && <CloseDay provider={name} nextDay={nextDay} /> },
];

const PATH = '/api/operator/reconciliation';

/** Shows the sums of the next day at a provider, and signs it. */
function CloseDay({ provider, nextDay }: { provider: string; nextDay: string }) {
  const name = providerName(provider);
  const [known, setKnown] = useState<DaySums | null>(null);
  return (
    <ActionDialog
      dialog={{ button: 'Close day', label: `Close day for ${name}`, size: 'xs', title: `Close a day for ${name}` }}
      path={`${PATH}/close`}
      invalidates={[PATH]}
      start={{ day: nextDay }}
      fields={[{ name: 'day', label: 'Day (Lagos time)', as: 'day' }]}
      body={({ day }) => ({ provider, day })}
      ready={({ day }) => known?.day === day && blockersOf(known).length === 0}
      submit="Sign and close"
      done={(_, { day }) => `${day} is closed.`}
      about={<Text size="sm">You can’t change a closed day. Your name is saved with it.</Text>}
    >
      {({ day }) => <Sums provider={provider} day={day} onKnown={setKnown} />}
    </ActionDialog>
  );
}

type SumsProps = { provider: string; day: string; onKnown(sums: DaySums): void };

/** What keeps the day open is first, because it is what the operator must do. */
function Sums({ provider, day, onKnown }: SumsProps) {
  const path = `${PATH}/days/${encodeURIComponent(provider)}/${encodeURIComponent(day)}`;
  const sums = useQuery({ ...thingQuery<DaySums>(path), enabled: isDay(day) });
  useEffect(() => {
    if (sums.data !== undefined) onKnown(sums.data);
  }, [sums.data, onKnown]);
  return (
    <Loaded query={sums}>
      {(known) => (
        <>
          <Blockers sums={known} />
          <SumFacts sums={known} />
        </>
      )}
    </Loaded>
  );
}

function Blockers({ sums }: { sums: DaySums }) {
  const blockers = blockersOf(sums);
  if (blockers.length === 0) return null;
  return (
    <Alert color="yellow" variant="outline" role="note" title="You can’t close this day yet">
      <List size="sm">
        {blockers.map((text) => (
          <List.Item key={text}>{text}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

const SumFacts = ({ sums }: { sums: DaySums }) => (
  <Facts
    rows={[
      ['Closed', sums.closedAt === null ? 'No' : `By ${sums.closedBy}, ${formatTime(sums.closedAt)}`],
      ['Opening balance', formatNaira(sums.opening)],
      ['Credits', formatNaira(sums.credits)],
      ['Debits', formatNaira(sums.debits)],
      ['Changes without a row', formatNaira(sums.unlisted)],
      ['Closing balance', formatNaira(sums.closing)],
      ['Our cost', formatNaira(sums.cost)],
      ['Accepted differences', formatNaira(sums.entries)],
      ['Our float', formatNaira(sums.floatClosing)],
      ['Carried over', formatNaira(sums.carried)],
      ['Difference', formatNaira(sums.drift)],
      ['Pending orders', String(sums.openOrders)],
      ['Open findings', String(sums.openFindings)],
    ]}
  />
);

type Point = Reconciliation['points'][number];

const FINDINGS: BarSeries<Point>[] = [
  { name: 'Resolved', color: { light: ['teal', 7], dark: ['teal', 5] }, value: ({ resolved }) => resolved },
  { name: 'Open', color: { light: ['red', 9], dark: ['red', 5] }, value: ({ open }) => open },
];
/** By how much more was charged than booked; down for less. */
const driftOf = ({ difference }: Point): number => Number(difference);
const DRIFT: BarSeries<Point>[] = [
  { name: 'Overcharged', color: { light: ['orange', 8], dark: ['orange', 5] }, value: driftOf },
];

function Plots({ points }: { points: Point[] }) {
  const days = points.map(({ day }) => shortDay(day));
  const span = `the last ${counted(points.length, 'day')}`;
  const open = points.reduce((sum, point) => sum + point.open, 0);
  const drift = points.reduce((sum, point) => sum + driftOf(point), 0).toFixed(2);
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      <Panel title="Findings by day">
        <LateBarPlot
          bars={(look, scheme) => barsOf({ series: FINDINGS }, points, days, { look, scheme })}
          values={VALUES.outcome}
          label={`Findings of ${span}: ${open} open. The table has all findings.`}
          stacked
        />
      </Panel>
      <Panel title="Overcharged by day">
        <LateBarPlot
          bars={(look, scheme) => barsOf({ series: DRIFT }, points, days, { look, scheme })}
          values={VALUES.product}
          label={`Overcharged in ${span}: ${formatNaira(drift)}. The table has all findings.`}
          stacked
        />
      </Panel>
    </SimpleGrid>
  );
}
