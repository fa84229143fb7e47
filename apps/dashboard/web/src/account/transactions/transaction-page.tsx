import { Button, Grid, Stack, Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { CheckableTransaction, PurchaseCheck, Transaction } from '@topup/dashboard-contract';
import { useState } from 'react';
import { thingQuery, unlessLive } from '../../api/queries';
import { useWatch } from '../../api/watch';
import { formatNaira } from '../../format/naira';
import { formatSeconds } from '../../format/time';
import { useSend } from '../../ui/form/form';
import { FaultAlert, Loaded, PageHeader, Panel } from '../../ui/page/page';
import { Copied } from '../../ui/text/copy';
import { ButtonLink, SentenceLink, TextLink } from '../../ui/text/links';
import { Timeline } from '../../ui/text/timeline';
import { type Fact, FactsPanel, Hint, StatusBadge } from '../../ui/text/values';
import { ClaimPanel, ReportNotReceived } from './claim-panel';
import { FailurePanel, moneyFacts, purchaseFacts, ResultPanel } from './transaction-parts';

const route = getRouteApi('/shell/account/transactions/$reference');

export default function TransactionPage() {
  const { reference } = route.useParams();
  const path = `/api/transactions/${encodeURIComponent(reference)}`;
  const purchase = useQuery({
    ...thingQuery<CheckableTransaction>(path),
    refetchInterval: ({ state }) => (isSettled(state.data) ? false : unlessLive()),
  });
  const watches = purchase.data !== undefined && !isSettled(purchase.data);
  useWatch(watches ? `purchase:${reference}` : null, [path, '/api/wallet']);
  return (
    <>
      <Text size="sm" mb={4}>
        <TextLink to="/transactions">Transactions</TextLink>
      </Text>
      <PageHeader
        title={purchase.data === undefined ? reference : titleOf(purchase.data)}
        about={purchase.data && <Copied text={reference} what="reference" />}
        actions={
          purchase.data && (
            <>
              <StatusBadge status={purchase.data.status} />
              {purchase.data.check !== null && (
                <CheckAgain reference={reference} check={purchase.data.check} readAt={purchase.dataUpdatedAt} />
              )}
              {purchase.data.status === 'success' && purchase.data.claim === null && (
                <ReportNotReceived reference={reference} />
              )}
              {purchase.data.status === 'success' && (
                <ButtonLink to="/transactions/$reference/receipt" params={{ reference }} variant="default">
                  Receipt
                </ButtonLink>
              )}
            </>
          )
        }
      />
      <Loaded query={purchase}>{(read) => <Purchase purchase={read} />}</Loaded>
    </>
  );
}

const titleOf = ({ amount, description }: Transaction): string => `${formatNaira(amount)} · ${description}`;

function Purchase({ purchase }: { purchase: Transaction }) {
  const { failure, refundedAmount } = purchase;
  return (
    <Stack gap="md">
      <FailurePanel failure={failure} refundedAmount={refundedAmount} />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <Stack>
            <ClaimPanel claim={purchase.claim} />
            <ResultPanel result={purchase.result} />
            <FactsPanel title="Purchase" rows={[...purchaseFacts(purchase), whoBought(purchase)]} />
            <FactsPanel title="Payment" rows={moneyFacts(purchase)} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <Panel title="Timeline">
            <Timeline entries={purchase.timeline} links />
          </Panel>
        </Grid.Col>
      </Grid>
    </Stack>
  );
}

/** A person in the dashboard, or a client whose requests are in the log. */
const whoBought = ({ boughtBy, reference }: Transaction): Fact =>
  boughtBy === null
    ? [
        'API requests',
        <TextLink key="requests" to="/developers/requests" search={{ search: reference }}>
          View requests
        </TextLink>,
      ]
    : [
        'Bought by',
        <>
          {boughtBy.name},{' '}
          <SentenceLink to="/buy/batches/$id" params={{ id: boughtBy.batch }}>
            {boughtBy.file === null ? 'in the dashboard' : `${boughtBy.file}, row ${boughtBy.row}`}
          </SentenceLink>
        </>,
      ];

/** Nothing more will happen: the purchase is final, and every event about it is delivered or given up. */
function isSettled(purchase: Transaction | undefined): boolean {
  if (purchase === undefined || purchase.finalAt === null) return false;
  return purchase.timeline.every(
    (entry) => entry.kind !== 'event' || !['queued', 'sending'].includes(entry.delivery.state),
  );
}

/** Has the provider asked about a pending purchase now. `readAt`: when the page read how long that has to wait. */
function CheckAgain({ reference, check, readAt }: { reference: string; check: PurchaseCheck; readAt: number }) {
  const path = `/api/transactions/${encodeURIComponent(reference)}`;
  const { act, busy, fault } = useSend<Record<string, never>, PurchaseCheck>(`${path}/check`, { invalidates: [path] });
  const waitS = useSecondsUntil(readAt + check.waitS * 1000);
  const ask = () => act({}, () => 'Checking with the provider. This page shows the outcome.');
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden />}
        disabled={waitS > 0}
        loading={busy}
        onClick={() => void ask()}
      >
        Check again
      </Button>
      {waitS > 0 && <Hint>You can check again in {formatSeconds(waitS)}.</Hint>}
      <FaultAlert fault={fault} />
    </>
  );
}

/** Counts down; 0 from then on. */
function useSecondsUntil(at: number): number {
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), 1000, { autoInvoke: true });
  // the page may have read `at` after the last second began
  return Math.max(0, Math.ceil((at - Math.max(now, Date.now())) / 1000));
}
