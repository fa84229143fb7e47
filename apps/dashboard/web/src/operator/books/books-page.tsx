import { Button } from '@mantine/core';
import { IconBook2, IconPlayerPlay } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { VerificationRow } from '@topup/dashboard-contract';
import { formatClock, formatDuration } from '../../format/time';
import { useSend } from '../../ui/form/form';
import { EmptyState, FaultAlert, Page } from '../../ui/page/page';
import { type Column, ListPanel } from '../../ui/table/table-panel';
import { TextLink } from '../../ui/text/links';
import { Ago } from '../../ui/text/values';
import { VerificationStatus } from './verification-page';

export default function OperatorBooksPage() {
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
    <Page
      title="Books"
      about="A check compares every purchase, ledger entry and balance. It changes nothing. On a large database it takes a while."
      actions={button}
    >
      <FaultAlert fault={fault} />
      <ListPanel
        title="Checks, newest first"
        caption="Books checks, newest first"
        path="/api/operator/books"
        filters={['days']}
        columns={columns}
        idOf={({ id }) => id}
        empty={(filtered) =>
          filtered ? (
            <EmptyState title="No checks on these days" icon={IconBook2} />
          ) : (
            <EmptyState title="No checks yet" icon={IconBook2} action={button} />
          )
        }
      />
    </Page>
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
    cell: ({ broken, fault }) => fault ?? (broken.length === 0 ? '–' : broken.join(', ')),
  },
  {
    header: 'Duration',
    cell: ({ startedAt, finishedAt }) =>
      finishedAt === null ? '–' : formatDuration(Date.parse(finishedAt) - Date.parse(startedAt)),
    end: true,
  },
  { header: 'Started by', cell: ({ startedBy }) => startedBy },
];
