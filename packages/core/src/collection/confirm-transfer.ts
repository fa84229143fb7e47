import type { By } from '../audit/actor';
import { isRefused, type Refused } from '../errors/refusal-catalog';
import type { Db } from '../shared/db';
import { fundAccount } from '../wallet/change-wallet';
import { fundingReferenceFault } from '../wallet/funding-reference';
import { findTransfer, listMatched } from './transfer.store';

/** `accountId`: of a transfer that belongs to nobody. `note`, `approval`: as for `fundAccount`. */
type Confirming = {
  id: bigint;
  accountId?: string | undefined;
  note?: string | undefined;
  approval?: string | undefined;
};

type Refusal = Refused<'no_such_transfer' | 'transfer_not_open' | 'transfer_needs_account' | 'transfer_reference_odd'>;

/**
 * Credits a transfer that waits, by the funding that every operator does: its account, or the one that is given for a
 * transfer that belongs to nobody. It counts on the operator's cap, and above the approval limit it needs a second one.
 */
export async function confirmTransfer(
  db: Db,
  by: By,
  { id, accountId, note, approval }: Confirming,
): Promise<Awaited<ReturnType<typeof fundAccount>> | Refusal> {
  const transfer = await findTransfer(db, id);
  if (transfer === null) return { kind: 'no_such_transfer', id };
  const { state, amountKobo, reference } = transfer;
  if (state !== 'waiting' && state !== 'unassigned') return { kind: 'transfer_not_open', id };
  const to = accountId ?? (state === 'waiting' ? transfer.accountId : null);
  if (to === null) return { kind: 'transfer_needs_account', id };
  if (fundingReferenceFault(reference) !== null) return { kind: 'transfer_reference_odd', id };
  return fundAccount(db, by, { accountId: to, amountKobo, reference }, { note, approval });
}

/** `asked`: of a second operator. `refused`: those that wait still, and why. */
export type ConfirmedMatched =
  | { kind: 'confirmed'; funded: number; fundedKobo: bigint; asked: number; refused: RefusedTransfer[] }
  | Refused<'matched_changed'>;

/** What a person confirms at once, as they saw it. */
export type Matched = { count: number; totalKobo: bigint };

/** The transfers of a file of our bank that name their account, and wait: at most so many as one request confirms. */
export async function sumMatched(db: Db): Promise<Matched> {
  return sumOf(await listMatched(db));
}

/** Credits them one by one, if they are still those that the person saw. */
export async function confirmMatched(
  db: Db,
  by: By,
  { note, ...seen }: Matched & { note: string },
): Promise<ConfirmedMatched> {
  const matched = await listMatched(db);
  const now = sumOf(matched);
  if (now.count !== seen.count || now.totalKobo !== seen.totalKobo) return { kind: 'matched_changed', ...now };
  const sums = { kind: 'confirmed' as const, funded: 0, fundedKobo: 0n, asked: 0, refused: [] as RefusedTransfer[] };
  for (const { id, reference } of matched) {
    const outcome = await confirmTransfer(db, by, { id, note, approval: note });
    if (isRefused(outcome)) sums.refused.push({ reference, why: outcome });
    else if (outcome.kind === 'asked') sums.asked += 1;
    else if (outcome.kind === 'funded') {
      sums.funded += 1;
      sums.fundedKobo += outcome.amountKobo;
    }
  }
  return sums;
}

type RefusedTransfer = { reference: string; why: Refused };

const sumOf = (matched: { amountKobo: bigint }[]): Matched => ({
  count: matched.length,
  totalKobo: matched.reduce((sum, { amountKobo }) => sum + amountKobo, 0n),
});
