import { NativeSelect, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { EntryKind, MonthlyStatement, ProductSum } from '@topup/dashboard-contract';
import type { ReactNode } from 'react';
import { keptQuery } from '../../api/queries';
import { addNaira } from '../../format/amount';
import { formatCount } from '../../format/numbers';
import { formatClock, monthName } from '../../format/time';
import { PRODUCTS } from '../../generated/vocabulary';
import { Loaded, PageHeader, Panel } from '../../ui/page/page';
import { PaperFoot, PrintButton, useOwner } from '../../ui/print/printed';
import { ExportCsv } from '../../ui/table/table-panel';
import { TextLink } from '../../ui/text/links';
import { Dimmed, Hint, Money } from '../../ui/text/values';
import { Adjustment, ENTRY_KINDS, Payer } from '../wallet/entries';
import classes from './statement.module.css';

const route = getRouteApi('/shell/account/statements');

/** The money and the purchases of one month, for the screen and for paper. */
export default function StatementPage() {
  const { month } = route.useSearch();
  const statement = useQuery(keptQuery<MonthlyStatement>('/api/statement', { query: { month } }));
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

type Wallet = MonthlyStatement['wallet'];
type Days = { from: string; to: string };

const CHANGES: [kind: EntryKind, word: string][] = [
  ['funding', 'Funding'],
  ['debit', 'Purchases'],
  ['refund', 'Refunds'],
  ['adjustment', 'Adjustments'],
];

/** From the opening to the closing balance. Each line leads to its entries. */
const ChangesTable = ({ wallet, days, isOver }: { wallet: Wallet; days: Days; isOver: boolean }) => (
  <Lines label="Balance">
    <Row name="Opening balance" strong cells={[<Money key="opening" amount={wallet.opening} />]} />
    {CHANGES.map(([kind, word]) => (
      <Row
        key={kind}
        name={
          <TextLink to="/wallet" search={{ kind, ...days }}>
            {word}
          </TextLink>
        }
        cells={[<Money key={kind} amount={wallet.changes[kind]} signed />]}
      />
    ))}
    <Row
      name={isOver ? 'Closing balance' : 'Balance now'}
      strong
      cells={[<Money key="closing" amount={wallet.closing} />]}
    />
  </Lines>
);

function ProductsTable({ sums, days }: { sums: ProductSum[]; days: Days }) {
  if (sums.length === 0) return <Text size="sm">No purchases this month.</Text>;
  return (
    <Lines label="Purchases by product" headers={['Product', 'Purchases', 'Refunded', 'Pending']}>
      {sums.map((sum) => (
        <Row
          key={sum.product}
          name={
            <TextLink to="/transactions" search={{ product: sum.product, ...days }}>
              {PRODUCTS[sum.product]}
            </TextLink>
          }
          cells={cellsOf(sum)}
        />
      ))}
      {sums.length > 1 && <Row name="All" strong cells={cellsOf(sums.reduce(added))} />}
    </Lines>
  );
}

const added = (one: ProductSum, other: ProductSum): ProductSum => ({
  ...one,
  purchases: one.purchases + other.purchases,
  amount: addNaira(one.amount, other.amount),
  refunds: one.refunds + other.refunds,
  refunded: addNaira(one.refunded, other.refunded),
  pending: one.pending + other.pending,
});

const cellsOf = ({ purchases, amount, refunds, refunded, pending }: ProductSum): ReactNode[] => [
  <CountAndAmount key="purchases" count={purchases} amount={amount} />,
  <CountAndAmount key="refunded" count={refunds} amount={refunded} />,
  formatCount(pending),
];

const CountAndAmount = ({ count, amount }: { count: number; amount: string }) => (
  <>
    <Money amount={amount} /> <Dimmed>({formatCount(count)})</Dimmed>
  </>
);

function EntriesTable({ wallet: { entries, more } }: { wallet: Wallet }) {
  if (entries.length === 0) return <Text size="sm">No entries this month.</Text>;
  return (
    <>
      {more && (
        <Text size="sm" mb="xs">
          These are the first {formatCount(entries.length)} entries. Export the CSV file under “Balance” for all of
          them.
        </Text>
      )}
      <Lines label="Entries of the wallet, the oldest first" headers={['Entry', 'Amount', 'Balance']}>
        {entries.map(({ id, kind, reference, reason, corrects, payer, payerBank, amount, balanceAfter, createdAt }) => (
          <Row
            key={id}
            name={
              <>
                {reason === null ? (
                  <Payer under={reference} payer={payer} payerBank={payerBank} />
                ) : (
                  <Adjustment reference={reference} corrects={corrects} reason={reason} />
                )}
                <Hint size="xs">
                  {ENTRY_KINDS[kind]} · <time dateTime={createdAt}>{formatClock(createdAt)}</time>
                </Hint>
              </>
            }
            cells={[<Money key="amount" amount={amount} signed />, <Money key="balance" amount={balanceAfter} />]}
          />
        ))}
      </Lines>
    </>
  );
}

type LinesProps = { label: string; headers?: string[]; children: ReactNode };

const Lines = ({ label, headers, children }: LinesProps) => (
  <Table className={classes.table} verticalSpacing={6} horizontalSpacing={4} aria-label={label}>
    {headers !== undefined && (
      <Table.Thead>
        <Table.Tr>
          {headers.map((header) => (
            <Table.Th key={header} scope="col">
              {header}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
    )}
    <Table.Tbody>{children}</Table.Tbody>
  </Table>
);

function Row({ name, cells, strong }: { name: ReactNode; cells: ReactNode[]; strong?: boolean }) {
  return (
    <Table.Tr data-strong={strong}>
      <Table.Th scope="row">{name}</Table.Th>
      {cells.map((cell, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a table stay where they are
        <Table.Td key={place}>{cell}</Table.Td>
      ))}
    </Table.Tr>
  );
}
