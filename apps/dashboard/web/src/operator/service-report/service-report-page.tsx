import { NativeSelect, Text, TextInput } from '@mantine/core';
import { IconGauge } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Product, ServiceReport } from '@topup/dashboard-contract';
import { keptQuery } from '../../api/queries';
import { counted } from '../../format/numbers';
import { monthName } from '../../format/time';
import { EmptyState, Loaded, Page } from '../../ui/page/page';
import { FilterBar, useFilters } from '../../ui/table/filters';
import { ExportCsv, TablePanel } from '../../ui/table/table-panel';
import { failureColumns, purchaseColumns, reasonColumns, timeColumns } from './service-columns';

export default function OperatorServiceReportPage() {
  const [{ day, month }] = useFilters<'day' | 'month'>();
  const query = { day, month };
  const report = useQuery(keptQuery<ServiceReport>('/api/operator/service-report', { query }));
  return (
    <Page
      title="Service report"
      about="Purchases of live accounts, by the day in Lagos on which we accepted them."
      actions={<ExportCsv path="/api/operator/service-report.csv" filters={query} />}
    >
      <FilterBar filters={[]}>
        <PeriodInputs shown={report.data?.period ?? day ?? month ?? ''} />
      </FilterBar>
      <Loaded query={report} height={480}>
        {(known) => <Tables report={known} />}
      </Loaded>
    </Page>
  );
}

const MONTHS = 24;

/** The months until now in Lagos, the newest first. */
function lastMonths(): string[] {
  const [year = 0, month = 0] = new Date(Date.now() + 3_600_000).toISOString().split('-').map(Number);
  return Array.from({ length: MONTHS }, (_, n) => new Date(Date.UTC(year, month - 1 - n)).toISOString().slice(0, 7));
}

/** A day or a month. The choice of one takes back the other. */
function PeriodInputs({ shown }: { shown: string }) {
  const navigate = useNavigate();
  const choose = (search: Record<string, string>) => void navigate({ to: '.', search: search as never, replace: true });
  const isMonth = shown.length === 7;
  return (
    <>
      <TextInput
        type="date"
        label="Day"
        value={isMonth ? '' : shown}
        onChange={({ currentTarget: { value } }) => choose(value === '' ? {} : { day: value })}
      />
      <NativeSelect
        label="Month"
        data={[
          { value: '', label: 'Only one day' },
          ...[...new Set([...(isMonth ? [shown] : []), ...lastMonths()])].map((value) => ({
            value,
            label: monthName(value),
          })),
        ]}
        value={isMonth ? shown : ''}
        onChange={({ currentTarget: { value } }) => choose(value === '' ? {} : { month: value })}
      />
    </>
  );
}

function Tables({ report: { days, rows, total } }: { report: ServiceReport }) {
  const all = rows.length === 0 ? [] : [...rows, total];
  const open = rows.flatMap(({ product, service, reasons }) =>
    reasons.map((each) => ({ product: product as Product, service, ...each })),
  );
  const provisional = days.filter(({ finalAt }) => finalAt === null).map(({ day }) => day);
  const span = { from: days[0]?.day ?? '', to: days.at(-1)?.day ?? '' };
  const idOf = ({ product, service }: { product: string; service: string }) => `${product} ${service}`;
  return (
    <>
      <Text size="sm" role="status">
        {provisional.length === 0
          ? 'All figures are final.'
          : `Figures of ${counted(provisional.length, 'day')} can still change: ${provisional.join(', ')}.`}
      </Text>
      <TablePanel
        title="Purchases"
        caption="Purchases by service and outcome"
        columns={purchaseColumns(span)}
        rows={all}
        idOf={idOf}
        empty={NOTHING}
      />
      {total.failed > 0 && (
        <TablePanel
          title="Failed, by reason"
          caption="Failed purchases by service and reason"
          columns={failureColumns}
          rows={all.filter(({ failed }) => failed > 0)}
          idOf={idOf}
          empty={null}
        />
      )}
      {total.refund.max !== null &&
        TIMES.map(({ of, title }) => (
          <TablePanel
            key={of}
            title={title}
            caption={title}
            columns={timeColumns(of)}
            rows={all.filter(({ refund }) => refund.max !== null)}
            idOf={idOf}
            empty={null}
          />
        ))}
      {open.length > 0 && (
        <TablePanel
          title="Open for more than 24 hours"
          caption="Purchases that were open for more than 24 hours, and why"
          columns={reasonColumns}
          rows={open}
          idOf={(row) => `${idOf(row)} ${row.reason}`}
          empty={null}
        />
      )}
    </>
  );
}

const TIMES = [
  { of: 'refund', title: 'Time from the accept to the refund' },
  { of: 'known', title: 'Time from the known failure to the refund' },
] as const;

const NOTHING = (
  <EmptyState title="No purchases in this period" icon={IconGauge}>
    Choose another day or month.
  </EmptyState>
);
