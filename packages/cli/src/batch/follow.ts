import { setTimeout as pause } from 'node:timers/promises';
import { type BatchRow, type TopUp, TopUpError } from '@topup/client';
import type { Journal } from './journal';
import { fromAnswer, referenceOf, type Seller } from './sell-rows';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** Looks again until no row is pending, even while the service is away. @throws the reason of `interrupted` */
export async function follow(seller: Seller, rows: readonly BatchRow[]): Promise<void> {
  const { interrupted: signal, journal } = seller;
  for (
    let waitMs = FIRST_WAIT_MS;
    pendingOf(journal, rows).length > 0;
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
  ) {
    await pause(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    await lookAgain(seller, rows).catch((error: unknown) => {
      if (!(error instanceof TopUpError) || !comesBack(error)) throw error;
    });
  }
}

const comesBack = ({ httpStatus, retryable }: TopUpError): boolean =>
  httpStatus === null || httpStatus >= 500 || retryable;

/**
 * Notes what became of pending rows. It asks only for those that the list of pending purchases has no more: each
 * question sends an event to the account.
 */
export async function lookAgain(seller: Seller, rows: readonly BatchRow[]): Promise<void> {
  const { topup, journal, interrupted: signal } = seller;
  const pending = pendingOf(journal, rows);
  if (pending.length === 0) return;
  const open = await openReferences(topup, signal);
  for (const row of pending) {
    const reference = referenceOf(journal, row);
    if (open.has(reference)) continue;
    journal.note(row.row, fromAnswer(await topup.status(reference, { signal })));
    seller.progress();
  }
}

async function openReferences(topup: TopUp, signal: AbortSignal): Promise<Set<string>> {
  const references = new Set<string>();
  for await (const { reference } of topup.transactions({ status: 'pending', limit: 100 }, { signal }))
    references.add(reference);
  return references;
}

const pendingOf = (journal: Journal, rows: readonly BatchRow[]) =>
  rows.filter(({ row }) => journal.of(row).status === 'pending');
