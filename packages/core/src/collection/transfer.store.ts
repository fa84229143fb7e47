import type { Transfer } from '../provider/collector.port';
import { type Db, type DbOrTransaction, jsonRows, onlyRow, sql } from '../shared/db';
import type { CollectedTransfer, CollectionTotals, TransferReason, TransferState } from './records';

/** record_collection; its file says what each outcome means. */
export type Recorded = {
  outcome: 'credited' | 'known' | 'waiting' | 'unassigned' | 'reversed' | 'differs';
  reason: TransferReason | null;
  id: bigint | null;
  accountId: string | null;
  entryId: bigint | null;
};

/** Records a transfer as the collector told it, and credits it once. `most`: above it a person must confirm. */
export async function recordTransfer(
  tx: DbOrTransaction,
  collector: string,
  { fundingReference, ...told }: Transfer & { status: 'paid' | 'partly_paid' | 'reversed' },
  mostKobo: bigint,
): Promise<Recorded> {
  const account = fundingReference !== null && UUID.test(fundingReference) ? fundingReference : null;
  const rows = await tx.$queryRaw<Recorded[]>(sql`
    SELECT outcome, reason, collection_id AS id, account_id AS "accountId", entry_id AS "entryId"
      FROM record_collection(${collector}, ${told.reference}, ${account}::uuid, ${told.amountKobo}::bigint,
                             ${told.settledKobo}::bigint, ${told.status}, ${told.paidOn}, ${told.payer},
                             ${told.payerBank}, ${mostKobo}::bigint)`);
  return onlyRow(rows, 'record_collection');
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** `paymentReference`: of the account as the payer wrote it; null: none. */
export type BankTransfer = {
  reference: string;
  paymentReference: string | null;
  amountKobo: bigint;
  paidOn: string;
  payer: string;
};

/** Lists transfers of a bank's file, each reference once. @returns how many are new, and how many name an account */
export async function addBankTransfers(
  tx: DbOrTransaction,
  transfers: readonly BankTransfer[],
): Promise<{ added: number; matched: number }> {
  const rows = transfers.map(({ reference, paymentReference, amountKobo, paidOn, payer }) => ({
    reference,
    payment_reference: paymentReference,
    amount_kobo: amountKobo,
    paid_on: paidOn,
    payer,
  }));
  return onlyRow(
    await tx.$queryRaw<{ added: number; matched: number }[]>(sql`
      SELECT added, matched FROM add_bank_transfers(${jsonRows(rows)}::jsonb)`),
    'add_bank_transfers',
  );
}

/**
 * The references of these transfers that must not be listed: each is known with another amount, or its row was listed
 * before under another reference, as when somebody imports a file again with another column as the reference.
 */
export async function listConflicts(tx: DbOrTransaction, transfers: readonly BankTransfer[]): Promise<Set<string>> {
  const rows = transfers.map(({ reference, amountKobo, paidOn, payer }) => ({
    ...{ reference, payer },
    amount_kobo: amountKobo,
    paid_on: paidOn,
  }));
  const found = await tx.$queryRaw<{ reference: string }[]>(sql`
    SELECT DISTINCT t.reference
      FROM jsonb_to_recordset(${jsonRows(rows)}::jsonb) AS t (
             reference text, payer text, amount_kobo bigint, paid_on text)
      LEFT JOIN collection c ON c.key = funding_key(t.reference)
      LEFT JOIN funding_reference used ON used.key = funding_key(t.reference)
      LEFT JOIN ledger_entry e ON e.id = used.entry_id
     WHERE t.amount_kobo <> coalesce(c.amount_kobo, e.amount_kobo)
        OR c.id IS NULL AND EXISTS (
             SELECT FROM collection same
              WHERE same.collector = 'bank'
                AND (same.paid_on, same.amount_kobo, same.payer) = (t.paid_on, t.amount_kobo, t.payer))`);
  return new Set(found.map(({ reference }) => reference));
}

/**
 * Undefined means no filter. `open`: it waits for a person. `from`, `to`: found then or later, and before. `before`:
 * older than the transfer with this id.
 */
export type TransferFilter = {
  state?: TransferState | 'open' | undefined;
  accountId?: string | undefined;
  id?: bigint | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  before?: bigint | undefined;
  limit: number;
};

/** Transfers, newest first. */
export function listTransfers(db: DbOrTransaction, { state, accountId, id, from, to, before, limit }: TransferFilter) {
  return db.$queryRaw<CollectedTransfer[]>(sql`
    SELECT c.id, c.collector, c.reference, c.account_id AS "accountId", a.name AS "accountName",
           c.amount_kobo AS "amountKobo", c.settled_kobo AS "settledKobo", c.paid_on AS "paidOn", c.payer,
           c.payer_bank AS "payerBank", c.state, c.reason, c.entry_id AS "entryId", c.found_at AS "foundAt",
           c.reversed_at AS "reversedAt", c.note,
           (SELECT e.reference FROM ledger_entry e
             WHERE c.state = 'waiting' AND e.account_id = c.account_id AND e.kind = 'funding'
               AND e.amount_kobo = c.amount_kobo AND e.created_at > c.found_at - interval '3 days'
             ORDER BY e.id DESC LIMIT 1) AS "perhapsFundedAs"
      FROM collection c LEFT JOIN account a ON a.id = c.account_id
     WHERE (${id ?? null}::bigint IS NULL OR c.id = ${id ?? null}::bigint)
       AND (${state ?? null}::text IS NULL OR c.state = ${state ?? null}
            OR ${state ?? null} = 'open' AND c.state IN ('waiting', 'unassigned'))
       AND (${accountId ?? null}::uuid IS NULL OR c.account_id = ${accountId ?? null}::uuid)
       AND (${from ?? null}::timestamptz IS NULL OR c.found_at >= ${from ?? null}::timestamptz)
       AND (${to ?? null}::timestamptz IS NULL OR c.found_at < ${to ?? null}::timestamptz)
       AND (${before ?? null}::bigint IS NULL OR c.id < ${before ?? null}::bigint)
     ORDER BY c.id DESC LIMIT ${limit}`);
}

/** Null when there is no such transfer. */
export async function findTransfer(db: DbOrTransaction, id: bigint): Promise<CollectedTransfer | null> {
  return (await listTransfers(db, { id, limit: 1 }))[0] ?? null;
}

const MOST_AT_ONCE = 200;

/** The oldest transfers of a file of our bank that name their account and wait. */
export function listMatched(db: Db): Promise<{ id: bigint; reference: string; amountKobo: bigint }[]> {
  return db.$queryRaw(sql`
    SELECT c.id, c.reference, c.amount_kobo AS "amountKobo" FROM collection c
     WHERE c.state = 'waiting' AND c.reason = 'bank_file' ORDER BY c.id LIMIT ${MOST_AT_ONCE}`);
}

/**
 * Transfers that were found at `since` or later, by what became of them. `open`: noted since then, not answered yet.
 * `unread`: accounts whose list could not be read since then.
 */
export type FoundSince = {
  credited: number;
  creditedAmountKobo: bigint;
  waiting: number;
  open: number;
  unread: number;
};

export async function sumFoundSince(db: Db, since: Date): Promise<FoundSince> {
  return onlyRow(
    await db.$queryRaw<FoundSince[]>(sql`
      SELECT count(*) FILTER (WHERE state = 'credited')::integer AS credited,
             coalesce(sum(amount_kobo) FILTER (WHERE state = 'credited'), 0)::bigint AS "creditedAmountKobo",
             count(*) FILTER (WHERE state IN ('waiting', 'unassigned'))::integer AS waiting,
             (SELECT count(*)::integer FROM collection_notice n WHERE n.noticed_at >= ${since}) AS open,
             (SELECT count(*)::integer FROM funding_account f WHERE f.swept_at < ${since}) AS unread
        FROM collection WHERE found_at >= ${since}`),
  );
}

const UNREAD_A_DAY = sql`unread_since <= clock_timestamp() - interval '1 day'`;

export async function sumTransfers(db: Db): Promise<CollectionTotals> {
  return onlyRow(
    await db.$queryRaw<CollectionTotals[]>(sql`
      SELECT count(*) FILTER (WHERE state = 'waiting')::integer AS waiting,
             coalesce(sum(amount_kobo) FILTER (WHERE state = 'waiting'), 0)::bigint AS "waitingAmountKobo",
             count(*) FILTER (WHERE state = 'unassigned')::integer AS unassigned,
             coalesce(sum(amount_kobo) FILTER (WHERE state = 'unassigned'), 0)::bigint AS "unassignedAmountKobo",
             (SELECT coalesce(sum(amount_kobo), 0)::bigint FROM cap_use
               WHERE actor = 'collector' AND day = (clock_timestamp() AT TIME ZONE 'Africa/Lagos')::date) AS "todayKobo",
             (SELECT count(*)::integer FROM collection_notice WHERE ${UNREAD_A_DAY}) AS unanswered,
             (SELECT count(*)::integer FROM funding_account WHERE ${UNREAD_A_DAY}) AS unlisted
        FROM collection WHERE state IN ('waiting', 'unassigned')`),
  );
}

/** False when it does not wait any more. */
export async function dismissStored(tx: DbOrTransaction, id: bigint, note: string): Promise<boolean> {
  const rows = await tx.$queryRaw<{ outcome: string }[]>(sql`SELECT dismiss_collection(${id}, ${note}) AS outcome`);
  return onlyRow(rows, 'dismiss_collection').outcome === 'dismissed';
}

/**
 * The references of transfers of the last 30 days that the collector was not asked about for a day: it tells nobody
 * when one is taken back, or is paid after all. Those that it is being asked about are left out, so that one without an
 * answer delays none.
 */
export async function listUnchecked(db: Db, collector: string, limit: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ reference: string }[]>(sql`
    SELECT c.reference FROM collection c
     WHERE c.collector = ${collector} AND c.checked_at < clock_timestamp() - interval '1 day'
       AND c.found_at > clock_timestamp() - interval '30 days'
       AND NOT EXISTS (
             SELECT FROM collection_notice n WHERE n.collector = c.collector AND n.reference = c.reference)
     ORDER BY c.checked_at LIMIT ${limit}`);
  return rows.map(({ reference }) => reference);
}
