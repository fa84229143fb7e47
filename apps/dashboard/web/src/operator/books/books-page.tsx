import { Button, Group, Stack } from '@mantine/core';
import { IconBook2, IconPlayerPlay } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { VerificationRow } from '@topup/dashboard-contract';
import { listQuery } from '../../api/queries';
import { formatClock, formatDuration } from '../../format/time';
import { FaultAlert } from '../../ui/form/fault-alert';
import { useSend } from '../../ui/form/use-send';
import { EmptyState } from '../../ui/page/empty-state';
import { PageHeader } from '../../ui/page/page-header';
import { Panel } from '../../ui/page/panel';
import type { Column } from '../../ui/table/data-table';
import { DayInputs } from '../../ui/table/day-inputs';
import { ExportCsv } from '../../ui/table/export-csv';
import { PagedTable } from '../../ui/table/paged-table';
import { useFilters } from '../../ui/table/use-filters';
import { TextLink } from '../../ui/text/links';
import { Ago } from '../../ui/text/when';
import { VerificationStatus } from './verification-status';

export function OperatorBooksPage() {
  const [{ from, to }, set] = useFilters<'from' | 'to'>();
  const query = { from, to };
  const list = useInfiniteQuery(listQuery<VerificationRow>('/api/operator/books', { query, poll: true }));
  const navigate = useNavigate();
  const { send, busy, fault } = useSend<Record<string, never>, VerificationRow>('/api/operator/books', {
    invalidates: ['/api/operator/books'],
  });
  const start = async () => {
    const sent = await send({});
    if (sent !== null) void navigate({ to: '/operator/books/$id', params: { id: sent.id } });
  };
  const button = (
    <Button leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={start} loading={busy}>
      Check the books
    </Button>
  );
  return (
    <Stack gap="md">
      <PageHeader
        title="Books"
        about="A check compares every purchase, ledger entry and balance. It changes nothing. On a large database it takes a while."
        actions={button}
      />
      <FaultAlert fault={fault} />
      <Panel
        title="Checks, newest first"
        flush
        actions={<ExportCsv path="/api/operator/books.csv" filters={query} size="xs" />}
      >
        <Group component="search" px="md" pb="sm" gap="sm" align="flex-end">
          <DayInputs from={from} to={to} onChange={set} />
        </Group>
        <PagedTable
          caption="Books checks, newest first"
          columns={columns}
          idOf={({ id }) => id}
          list={list}
          empty={
            from === undefined && to === undefined ? (
              <EmptyState title="No checks yet" icon={IconBook2} action={button} />
            ) : (
              <EmptyState title="No checks on these days" icon={IconBook2} />
            )
          }
        />
      </Panel>
    </Stack>
  );
}

const columns: Column<VerificationRow>[] = [
  {
    header: 'Started',
    cell: ({ id, startedAt }) => (
      <>
        <TextLink to="/operator/books/$id" params={{ id }}>
          {formatClock(startedAt)}
        </TextLink>{' '}
        <Ago at={startedAt} />
      </>
    ),
    names: true,
  },
  { header: 'Result', phone: 'end', cell: (check) => <VerificationStatus check={check} /> },
  {
    header: 'Findings',
    phone: 'plain',
    cell: ({ broken, fault }) => fault ?? (broken.length === 0 ? '–' : broken.join(', ')),
  },
  {
    header: 'Duration',
    phone: 'plain',
    cell: ({ startedAt, finishedAt }) => (finishedAt === null ? '–' : formatTook(startedAt, finishedAt)),
    end: true,
  },
  { header: 'Started by', cell: ({ startedBy }) => startedBy },
];

const formatTook = (from: string, to: string): string => formatDuration(Date.parse(to) - Date.parse(from));
