import { Progress, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Batch } from '@topup/dashboard-contract';
import { type ReactNode, useEffect, useRef } from 'react';
import { thingQuery } from '../../api/queries';
import { formatCount } from '../../format/numbers';
import { focusHeading } from '../../layout/announce-navigation';
import { useMay } from '../../layout/use-me';
import { EmptyState, Loaded, Page, Panel } from '../../ui/page/page';
import { ClearFilters, type Filter } from '../../ui/table/filters';
import { ListPanel } from '../../ui/table/table-panel';
import { TextLink, WhereToPay } from '../../ui/text/links';
import { type Fact, Facts, Money, StatusBadge, When, wordsOf } from '../../ui/text/values';
import { batchName, DRAFT_COLUMNS, ROW_COLUMNS } from './batch-columns';
import { BatchMoves } from './batch-moves';
import { BatchReview } from './batch-review';
import { Warning } from './check-dialog';

/** How often the progress of what runs is read, in milliseconds. */
const RUNNING_POLL_MS = 2_000;

const route = getRouteApi('/shell/account/buy/batches/$id');

const FILTERS: Filter[] = [
  {
    name: 'status',
    label: 'Status',
    choices: wordsOf('waiting', 'pending', 'success', 'failed', 'refunded', 'refused', 'cancelled'),
  },
];

/** What a person buys at once: its review, its progress and its rows. */
export default function BatchPage() {
  const { id } = route.useParams();
  const path = `/api/buying/batches/${id}`;
  const batch = useQuery({
    ...thingQuery<Batch>(path),
    refetchInterval: ({ state: { data } }) => (data?.state === 'draft' || isOver(data) ? false : RUNNING_POLL_MS),
  });
  useReadAgain(path, batch.data);
  useFocusOnceConfirmed(batch.data);
  const mayBuy = useMay('buy');
  return (
    <>
      <Text size="sm" mb={4}>
        <TextLink to="/buy/files">{mayBuy ? 'Buy from a file' : 'Bought in the dashboard'}</TextLink>
      </Text>
      <Page
        title={batch.data === undefined ? 'Bought in the dashboard' : batchName(batch.data)}
        actions={
          batch.data && (
            <>
              <StatusBadge status={batch.data.state} />
              {mayBuy && batch.data.state !== 'draft' && <BatchMoves batch={batch.data} />}
            </>
          )
        }
      >
        <Loaded query={batch}>
          {(read) => (
            <>
              {read.state === 'draft' ? <BatchReview batch={read} /> : <Going batch={read} />}
              <ListPanel
                title={read.state === 'draft' ? 'Rows' : 'Result'}
                caption="Rows, in the order of the file"
                path={`${path}/rows`}
                {...(read.state !== 'draft' && {
                  filters: FILTERS,
                  otherFilters: <ClearFilters filters={FILTERS} />,
                })}
                csv={read.state !== 'draft'}
                poll={!isOver(read)}
                columns={read.state === 'draft' ? DRAFT_COLUMNS : ROW_COLUMNS}
                idOf={({ row }) => row}
                empty={
                  <EmptyState title="No matching rows" action={<ClearFilters filters={FILTERS} variant="default" />} />
                }
              />
            </>
          )}
        </Loaded>
      </Page>
    </>
  );
}

const isOver = (batch: Batch | undefined): boolean =>
  batch !== undefined && (batch.state === 'done' || (batch.state === 'cancelled' && batch.progress.pending === 0));

/** The rows and the balance are read again when the progress says that they have changed. */
function useReadAgain(path: string, batch: Batch | undefined): void {
  const client = useQueryClient();
  const progress = batch && JSON.stringify([batch.state, batch.progress]);
  useEffect(() => {
    if (progress !== undefined)
      void client.invalidateQueries({
        predicate: ({ queryKey: [read] }) => read === `${path}/rows` || read === '/api/wallet',
      });
  }, [client, path, progress]);
}

/** The button that confirmed a draft is gone with it. */
function useFocusOnceConfirmed(batch: Batch | undefined): void {
  const isDraft = batch?.state === 'draft';
  const wasDraft = useRef(false);
  useEffect(() => {
    if (wasDraft.current && !isDraft) focusHeading();
    wasDraft.current = isDraft;
  }, [isDraft]);
}

function Going({ batch }: { batch: Batch }) {
  return (
    <Stack gap="md">
      <WhyPaused batch={batch} />
      <Panel title="Progress" gap="sm">
        <Bar batch={batch} />
        <Facts rows={progressFacts(batch)} />
      </Panel>
    </Stack>
  );
}

/** Why nothing more is bought, and what a person can do. */
const WHY: Record<NonNullable<Batch['pausedFor']>, [title: string, advice: ReactNode]> = {
  person: ['Paused', 'Somebody of your account paused it. Resume it when you are ready.'],
  insufficient_balance: [
    'Paused: the balance is too low for the next purchase',
    <>
      Fund the wallet, then resume. <WhereToPay />
    </>,
  ],
  cap_reached: [
    'Paused: the daily cap is used up',
    'Resume it tomorrow, or ask an owner to raise the cap on the page “Buy”.',
  ],
  account_suspended: ['Paused: the account is suspended', 'The notice above says whom to ask. Then resume.'],
  buying_off: [
    'Paused: buying in the dashboard was turned off',
    'An owner can allow it again on the page “Buy”. Then resume.',
  ],
};

function WhyPaused({ batch: { state, pausedFor } }: { batch: Batch }) {
  if (state !== 'paused' || pausedFor === null) return null;
  const [title, advice] = WHY[pausedFor];
  return (
    <div role="status">
      <Warning title={title}>{advice}</Warning>
    </div>
  );
}

function Bar({ batch: { rows, progress } }: { batch: Batch }) {
  const { success, pending, failed, refunded, refused, cancelled } = progress;
  const parts = [
    ['Delivered', success, 'teal'],
    ['Pending', pending, 'yellow'],
    ['Failed or refused', failed + refunded + refused, 'red'],
    ['Cancelled', cancelled, 'gray'],
  ] as const;
  return (
    <Progress.Root size="lg">
      {parts.map(
        ([name, count, color]) =>
          count > 0 && <Progress.Section key={name} value={(count / rows) * 100} color={color} aria-label={name} />,
      )}
    </Progress.Root>
  );
}

function progressFacts({ rows, total, progress, confirmedBy, confirmedAt, endedAt }: Batch): Fact[] {
  const { waiting, pending, success, failed, refunded, refused, cancelled, spent } = progress;
  const accepted = pending + success + failed + refunded;
  return [
    ['Accepted', `${formatCount(accepted)} of ${formatCount(rows)}`],
    ['Delivered', formatCount(success)],
    pending > 0 && ['Pending', formatCount(pending)],
    ['Failed · refunded', formatCount(failed + refunded)],
    ['Refused · not debited', formatCount(refused)],
    cancelled > 0 && ['Cancelled', formatCount(cancelled)],
    ['Waiting', formatCount(waiting)],
    [
      'Spent',
      <>
        <Money amount={spent} fw={600} /> of <Money amount={total} />
      </>,
    ],
    confirmedBy !== null && ['Confirmed by', confirmedBy.name],
    confirmedAt !== null && ['Confirmed', <When key="confirmed" at={confirmedAt} />],
    endedAt !== null && ['Ended', <When key="ended" at={endedAt} />],
  ];
}
