import { bySystem } from '../audit/actor';
import { withAuditLog } from '../audit/with-audit-log';
import type { Collector, Transfer } from '../provider/collector.port';
import { assertNever } from '../shared/assert-never';
import type { Db, DbOrTransaction } from '../shared/db';
import { type Log, reasonOf } from '../shared/log.port';
import { formatNaira } from '../shared/money';
import { collectionActions } from './collection-actions';
import { findRecorded } from './funding-account.store';
import { type DueNotice, forgetNotice, noteTransfers, putOffNotice, takeDueNotices } from './notice.store';
import { listUnchecked, type Recorded, recordTransfer } from './transfer.store';

/** `mostKobo`: above it a transfer waits for a person. */
export type CollectDeps = { db: Db; log: Log; collector: Collector; mostKobo: bigint };

const AT_ONCE = 8;
/** Longer than a lookup, its second try included: a worker that died has its notices taken by another one. */
const HOLD_MS = 60_000;
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 600_000;
/** The collector repeats a notice for an hour, and a forged one is never known. */
const UNKNOWN_MS = 86_400_000;
const UNPAID_MS = 3 * 86_400_000;

/**
 * Asks the collector about the transfers that are due, and records what it answers: a notice itself is believed in
 * nothing. When none is due, it asks about those of the last 30 days again. @returns how many it asked about
 */
export async function followNotices(deps: CollectDeps): Promise<number> {
  const { db, log, collector } = deps;
  const due = await takeDueNotices(db, collector.name, { limit: AT_ONCE, holdMs: HOLD_MS });
  await Promise.all(
    due.map((notice) =>
      followNotice(deps, notice).catch((error) =>
        log.warn('a transfer could not be recorded; a worker asks about it again', { reason: reasonOf(error) }),
      ),
    ),
  );
  if (due.length === 0) await noteTransfers(db, collector.name, await listUnchecked(db, collector.name, AT_ONCE));
  return due.length;
}

async function followNotice(deps: CollectDeps, notice: DueNotice): Promise<void> {
  const { db, log, collector } = deps;
  const { reference, tries, ageMs } = notice;
  const answer = await collector.transfer(reference);
  const forget = () => forgetNotice(db, collector.name, reference);
  const afterMs = Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), LONGEST_WAIT_MS);
  const putOff = ({ read = true } = {}) =>
    putOffNotice(db, { collector: collector.name, reference, tries }, { afterMs, read });
  if (answer.kind === 'unavailable') return putOff({ read: false });
  if (answer.kind === 'not_recognised') {
    if (ageMs < UNKNOWN_MS) return putOff();
    log.error('the collector does not know a transfer after a day; it is not asked about again', {
      alert: 'collection',
      collector: collector.name,
      reference,
    });
    return forget();
  }
  const transfer = answer.value;
  const { status, fundingReference, amountKobo } = transfer;
  // a card or an invoice
  const isForOthers = fundingReference === null && !(await findRecorded(db, [reference])).has(reference);
  switch (status) {
    case 'open':
      return ageMs < UNPAID_MS && !isForOthers ? putOff() : forget();
    case 'never_paid':
    case 'reversed': {
      // without an amount it matters only if it is recorded, or somebody has funded a wallet with its reference
      const isNothing = status === 'never_paid' || isForOthers;
      return record(deps, { ...transfer, status: 'reversed', amountKobo: isNothing ? 0n : amountKobo });
    }
    case 'paid':
    case 'partly_paid':
      if (isForOthers) return forget();
      return record(deps, { ...transfer, status });
    default:
      assertNever(status);
  }
}

async function record(
  { db, log, collector, mostKobo }: CollectDeps,
  transfer: Transfer & { status: 'paid' | 'partly_paid' | 'reversed' },
): Promise<void> {
  const recorded = await withAuditLog(db, bySystem('collector'), async (tx) => {
    const result = await recordTransfer(tx, collector.name, transfer, mostKobo);
    return { result, action: await creditAction(tx, result, transfer) };
  });
  const fields = {
    collector: collector.name,
    transfer: `${recorded.id}`,
    account: recorded.accountId,
    amount: formatNaira(transfer.amountKobo),
    ...(recorded.reason !== null && { why: recorded.reason }),
  };
  if (recorded.outcome === 'credited') log.info('a transfer was credited', fields);
  else if (recorded.outcome !== 'known') log.error(SAID[recorded.outcome], { alert: 'collection', ...fields });
}

const SAID = {
  waiting: 'a transfer waits until an operator confirms it',
  unassigned: 'a transfer waits until an operator says whose it is',
  reversed: 'a payer took a transfer back',
  differs: 'the collector tells a transfer otherwise than before',
} as const;

/** Null when it was funded by hand before, which is recorded already. */
async function creditAction(tx: DbOrTransaction, { outcome, accountId, entryId }: Recorded, transfer: Transfer) {
  if (outcome !== 'credited' || accountId === null || entryId === null) return null;
  const entry = await tx.ledgerEntry.findUniqueOrThrow({ where: { id: entryId } });
  const used = await tx.capUse.findFirst({ where: { entryId, actor: 'collector' } });
  if (used === null) return null;
  const account = await tx.account.findUniqueOrThrow({ where: { id: accountId }, select: { id: true, name: true } });
  return collectionActions.credited(account, entry, transfer.reference);
}
