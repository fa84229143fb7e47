import { Badge, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AttemptRow, StatementEvidence } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';
import { EmptyState, Panel } from '../../ui/page/page';
import { type Column, DataTable } from '../../ui/table/data-table';
import { TablePanel } from '../../ui/table/table-panel';
import { providerName } from '../../ui/text/names';
import { Hint, Money, When } from '../../ui/text/values';

/** Each provider that a purchase went to, why, and what became of it there. */
export const AttemptsPanel = ({ attempts }: { attempts: AttemptRow[] }) => (
  <Panel title="Attempts" flush>
    <DataTable
      caption="Attempts, oldest first"
      columns={attemptColumns}
      rows={attempts}
      idOf={({ number }) => number}
    />
  </Panel>
);

const ANSWERED = { send: 'Answer to the send, masked:', requery: 'Answer to the last requery, masked:' };

const attemptColumns: Column<AttemptRow>[] = [
  {
    header: 'Attempt',
    cell: ({ number, provider, providerRef }) => (
      <Stack gap={2} maw={190}>
        {`${number}. ${providerName(provider)}`}
        {providerRef !== null && (
          <Text size="xs" ff="monospace" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {providerRef}
          </Text>
        )}
      </Stack>
    ),
    names: true,
  },
  {
    header: 'Outcome',
    phone: 'plain',
    cell: ({ outcome, basis, answers, contradicted }) => (
      <Stack gap={2} align="flex-start" miw={220}>
        <Text size="sm">{outcome}</Text>
        {contradicted && (
          <Badge color="red" variant="light">
            Contradicted
          </Badge>
        )}
        {basis !== null && <Hint>{basis}</Hint>}
        {answers.map(({ to, text }) => (
          <Text key={to} size="xs" component="div">
            {ANSWERED[to]}
            <Text size="xs" ff="monospace" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {text}
            </Text>
          </Text>
        ))}
      </Stack>
    ),
  },
  {
    header: 'Routing decision',
    cell: ({ why }) => (
      <Text size="sm" miw={190}>
        {why}
      </Text>
    ),
  },
  {
    header: 'Sent and completed',
    cell: ({ sentAt, endedAt }) => (
      <Stack gap={2}>
        <When at={sentAt} never="Not sent" />
        <When at={endedAt} never="–" />
      </Stack>
    ),
  },
  { header: 'Cost', phone: 'end', cell: ({ cost }) => (cost === null ? '–' : <Money amount={cost} />), end: true },
];

type Row = StatementEvidence[number];

/** The rows of providers' statements about a purchase, for the person who decides on it. */
export const StatementEvidencePanel = ({ purchaseId }: { purchaseId: string }) => (
  <TablePanel
    title="Provider statements"
    caption="Statement rows for this purchase"
    columns={statementColumns}
    rows={useQuery(thingQuery<Row[]>(`/api/operator/reconciliation/evidence/${purchaseId}`))}
    idOf={({ row }) => row}
    empty={
      <EmptyState title="No matching statement rows">A missing row does not prove that the purchase failed.</EmptyState>
    }
  />
);

const statementColumns: Column<Row>[] = [
  {
    header: 'Row',
    cell: ({ row, suggested }) => `${row}${suggested ? ' (possible match by amount and time)' : ''}`,
    names: true,
  },
  { header: 'Time', phone: 'plain', cell: ({ at }) => <When at={at} /> },
  {
    header: 'Provider',
    phone: 'plain',
    cell: ({ provider, attempt }) => `${providerName(provider)}, attempt ${attempt}`,
  },
  {
    header: 'Charged',
    phone: 'end',
    cell: ({ direction, amount }) => <Money amount={direction === 'debit' ? amount : `-${amount}`} />,
    end: true,
  },
];
