import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { BatchRow, Page, Transaction } from '@topup/dashboard-contract';
import { type ReactNode, useEffect, useRef } from 'react';
import { thingQuery, unlessLive } from '../../api/queries';
import { useWatch } from '../../api/watch';
import { ErrorState, Panel } from '../../ui/page/page';
import { ButtonLink } from '../../ui/text/links';
import { Facts, Hint, Money, StatusBadge } from '../../ui/text/values';
import { FailurePanel, ResultPanel } from '../transactions/transaction-parts';
import type { Bought } from './check-dialog';

/** A worker takes an order within a second or two, and refuses it after a minute. */
const ACCEPT_POLL_MS = 1_000;

type Props = { bought: Bought; onAgain(): void };

/** Follows a purchase from the order to its end. */
export function Outcome({ bought, onAgain }: Props) {
  const { batch, reference } = bought;
  const path = `/api/transactions/${encodeURIComponent(reference)}`;
  const rows = useQuery({
    ...thingQuery<Page<BatchRow>>(`/api/buying/batches/${batch}/rows`),
    refetchInterval: ({ state }) => (isWaiting(state.data) ? ACCEPT_POLL_MS : false),
  });
  const row = rows.data?.rows[0];
  const isNever = row?.status === 'refused' || row?.status === 'cancelled';
  const isAccepted = row !== undefined && !isNever && !isWaiting(rows.data);
  const purchase = useQuery({
    ...thingQuery<Transaction>(path),
    enabled: isAccepted,
    refetchInterval: ({ state }) => (isFinal(state.data) ? false : unlessLive()),
  });
  useWatch(isAccepted && !isFinal(purchase.data) ? `purchase:${reference}` : null, [
    path,
    '/api/wallet',
    '/api/buying',
  ]);
  const error = rows.error ?? purchase.error;
  return (
    <Stack gap="md" maw="40rem">
      <Told>
        {isNever ? (
          <Refused row={row} description={bought.description} />
        ) : (
          <Panel
            title={bought.description}
            actions={purchase.data && <StatusBadge status={purchase.data.status} />}
            gap="sm"
          >
            <Facts
              rows={[
                [
                  'Recipient',
                  <span key="recipient" className="numbers">
                    {bought.recipient}
                  </span>,
                ],
                ['Paid', <Money key="paid" amount={bought.charge} fw={600} />],
                ['Reference', reference],
              ]}
            />
            {purchase.data === undefined ? <Placing /> : <Said status={purchase.data.status} />}
          </Panel>
        )}
      </Told>
      {error !== null && <ErrorState error={error} onRetry={() => Promise.all([rows.refetch(), purchase.refetch()])} />}
      {purchase.data !== undefined && (
        <>
          <FailurePanel failure={purchase.data.failure} refundedAmount={purchase.data.refundedAmount} />
          <ResultPanel result={purchase.data.result} />
        </>
      )}
      <Group gap="xs">
        <Button onClick={onAgain}>New purchase</Button>
        {isAccepted && (
          <ButtonLink to="/transactions/$reference" params={{ reference }} variant="default">
            Open purchase
          </ButtonLink>
        )}
      </Group>
    </Stack>
  );
}

const isWaiting = (page: Page<BatchRow> | undefined): boolean =>
  page === undefined || page.rows.some(({ status }) => status === 'waiting');

const isFinal = (purchase: Transaction | undefined): boolean => purchase !== undefined && purchase.status !== 'pending';

/** Screen readers are told what changes in it. It has the focus at first, because the form is gone. */
function Told({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} role="status" tabIndex={-1} style={{ outline: 'none' }}>
      {children}
    </div>
  );
}

const Placing = () => (
  <Group gap="xs">
    <Loader size="xs" aria-hidden />
    <Text size="sm">Placing your order…</Text>
  </Group>
);

const SAID: Partial<Record<Transaction['status'], string>> = {
  pending: 'The provider is at work. This page shows the outcome. You can leave it: the purchase goes on.',
  success: 'Delivered.',
};

const Said = ({ status }: Pick<Transaction, 'status'>) => SAID[status] && <Hint>{SAID[status]}</Hint>;

const Refused = ({ row: { message }, description }: { row: BatchRow; description: string }) => (
  <Alert
    variant="outline"
    color="red"
    icon={<IconX aria-hidden />}
    title={`Not bought: ${description}`}
    styles={{ title: { color: 'inherit' } }}
  >
    {message ?? 'Nothing was debited.'}
  </Alert>
);
