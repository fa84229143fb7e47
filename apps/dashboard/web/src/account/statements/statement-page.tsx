import { NativeSelect, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { MonthlyStatement } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';
import { Loaded } from '../../ui/page/loaded';
import { PageHeader } from '../../ui/page/page-header';
import { Panel } from '../../ui/page/panel';
import { PaperFoot, PrintButton, useOwner } from '../../ui/print/printed';
import { ExportCsv } from '../../ui/table/export-csv';
import { TextLink } from '../../ui/text/links';
import { ChangesTable, EntriesTable, ProductsTable } from './statement-tables';

const route = getRouteApi('/shell/account/statements');

/** The money and the purchases of one month, for the screen and for paper. */
export default function StatementPage() {
  const { month } = route.useSearch();
  const statement = useQuery({
    ...thingQuery<MonthlyStatement>('/api/statement', { query: { month } }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <Text size="sm" mb={4} className="screen-only">
        <TextLink to="/wallet">Wallet</TextLink>
      </Text>
      <PageHeader
        title={statement.data === undefined ? 'Statement' : `Statement of ${monthName(statement.data.month)}`}
        about={useOwner()}
        actions={<PrintButton />}
      />
      <Loaded query={statement}>{(read) => <Statement statement={read} chosen={month ?? read.month} />}</Loaded>
    </>
  );
}

/** `chosen`: the month that is being loaded, or is shown. */
function Statement({ statement, chosen }: { statement: MonthlyStatement; chosen: string }) {
  const navigate = route.useNavigate();
  const { month, from, to, wallet, purchases, months, isOver } = statement;
  const days = { from, to };
  return (
    <>
      <NativeSelect
        className="screen-only"
        label="Month"
        maw="14rem"
        data={[...new Set([...months, chosen])].map((value) => ({ value, label: monthName(value) }))}
        value={chosen}
        onChange={({ currentTarget }) => void navigate({ search: { month: currentTarget.value }, replace: true })}
      />
      {!isOver && (
        <Text size="sm">This month is not over: the balance is that of now, and purchases can be added.</Text>
      )}
      <Panel title="Balance" actions={<ExportCsv path="/api/statement.csv" filters={{ month }} />}>
        <ChangesTable wallet={wallet} days={days} isOver={isOver} />
      </Panel>
      <Panel title="Purchases" actions={<ExportCsv path="/api/transactions.csv" filters={days} />}>
        <ProductsTable sums={purchases} days={days} />
      </Panel>
      <Panel title="Entries">
        <EntriesTable wallet={wallet} />
      </Panel>
      <PaperFoot />
    </>
  );
}

const monthNames = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** "2026-11" is "November 2026". Another text stays as it is. */
function monthName(month: string): string {
  const first = Date.parse(`${month}-01T00:00:00Z`);
  return Number.isNaN(first) ? month : monthNames.format(first);
}
