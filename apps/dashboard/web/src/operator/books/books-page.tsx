import { Button } from '@mantine/core';
import { IconBook2, IconPlayerPlay } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { VerificationRow } from '@topup/dashboard-contract';
import { formatClock, formatDuration } from '../../format/time';
import { useSend } from '../../ui/form/form';
import { EmptyState, FaultAlert, Page } from '../../ui/page/page';
import { type Column, ListPanel } from '../../ui/table/table-panel';
import { SentenceLink, TextLink } from '../../ui/text/links';
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
      Verify the books
    </Button>
  );
  return (
    <Page
      title="Books"
      about={
        <>
          A verification recomputes our own records, and changes nothing. On a large database it takes a while.{' '}
          <SentenceLink to="/operator/reconciliation">Reconciliation</SentenceLink> compares them with the records of
          the providers.
        </>
      }
      actions={button}
    >
      <FaultAlert fault={fault} />
      <ListPanel
        title="Verifications, newest first"
        caption="Verifications of the books, newest first"
        path="/api/operator/books"
        filters={['days']}
        columns={columns}
        idOf={({ id }) => id}
        empty={(filtered) =>
          filtered ? (
            <EmptyState title="No verifications on these days" icon={IconBook2} />
          ) : (
            <EmptyState title="No verifications yet" icon={IconBook2} action={button} />
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
    header: 'Details',
    phone: 'plain',
    cell: ({ broken, fault }) => fault ?? (broken.length === 0 ? '–' : `Broken: ${broken.join(', ')}`),
  },
  {
    header: 'Duration',
    cell: ({ startedAt, finishedAt }) =>
      finishedAt === null ? '–' : formatDuration(Date.parse(finishedAt) - Date.parse(startedAt)),
    end: true,
  },
  { header: 'Started by', cell: ({ startedBy }) => startedBy },
];
