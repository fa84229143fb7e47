import { Badge, Stack, Text } from '@mantine/core';
import type { AttemptRow } from '@topup/dashboard-contract';
import { type Column, DataTable } from '../../ui/table/data-table';
import { Money } from '../../ui/text/money';
import { providerName } from '../../ui/text/names';
import { When } from '../../ui/text/when';

/** Each provider that a purchase went to, why, and what became of it there. */
export function AttemptsTable({ attempts }: { attempts: AttemptRow[] }) {
  return <DataTable caption="Attempts, oldest first" columns={columns} rows={attempts} idOf={({ number }) => number} />;
}

const ANSWERED = { send: 'Provider’s answer, masked:', requery: 'Answer to the last requery, masked:' };

const columns: Column<AttemptRow>[] = [
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
        {basis !== null && (
          <Text size="sm" c="dimmed">
            {basis}
          </Text>
        )}
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
