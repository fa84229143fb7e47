import { createAccount } from '../../account/account.store';
import type { StatementRow } from '../../provider/provider.port';
import type { Db } from '../../shared/db';
import { boundsOfDay } from '../../time/lagos-time';
import { type Closing, closeDay } from '../decide/close-day';
import { listFindings } from '../decide/finding.store';
import { type Resolving, resolveFinding } from '../decide/resolve-finding';
import type { Finding } from '../records';
import { recordPull, recordRows } from '../sources/statement.store';
import { idAt, insertTrueDay, type Sold, type TrueDay } from './true-day';

export const DAY = '2026-11-20';
export const NEXT = '2026-11-21';
const NOW = new Date('2026-11-24T09:00:00Z');

/** A time in Lagos. */
export const lagos = (day: string, time: string) => new Date(`${day}T${time}:00+01:00`);

export type SmallSale = { id: string; ref: string; at: Date };

const OPS = { id: 'ops', as: null, sessionId: null };

/** A delivered order of NGN 110 that was booked with a cost of NGN 100. */
export async function sell(
  db: Db,
  at: Date,
  { provider = 'monnify', costKobo = 10_000n, status = 'success' }: Partial<Pick<TrueDay, 'provider'> & Sold> = {},
): Promise<SmallSale> {
  const n = await db.purchase.count();
  const made = n === 0 ? await createAccount(db, { name: 'buyer', tier: 'standard' }, OPS) : null;
  const accountId = made?.kind === 'created' ? made.id : (await db.account.findFirstOrThrow()).id;
  const id = idAt(at, n);
  const sold = { id, ref: `ref-${n}`, transactionId: `transaction-${n}`, sentAt: at, status, costKobo };
  await insertTrueDay(db, accountId, { day: DAY, provider, rows: [], sold: [{ ...sold, grossKobo: 11_000n }] });
  return { id, ref: sold.ref, at };
}

/** A statement whose rows follow each other, from NGN 10,000 on. */
export function statement(balanceKobo = 1_000_000n) {
  const rows: StatementRow[] = [];
  let balance = balanceKobo;
  return {
    rows,
    row(at: Date, amountKobo: bigint, about: { ref: string } | null = null): StatementRow {
      const before = balance;
      balance += amountKobo;
      const made: StatementRow = {
        rowId: `row-${at.getTime()}-${rows.length}`,
        at,
        kind: amountKobo < 0n ? 'sale' : 'reversal',
        raw: {},
        direction: amountKobo < 0n ? 'debit' : 'credit',
        amountKobo: amountKobo < 0n ? -amountKobo : amountKobo,
        providerRef: about?.ref ?? null,
        providerTransactionId: null,
        balanceBeforeKobo: before,
        balanceAfterKobo: balance,
      };
      rows.push(made);
      return made;
    },
    /** The balance moves, and no row says so. */
    step(amountKobo: bigint): void {
      balance += amountKobo;
    },
  };
}

/** Keeps rows of a statement that covers two days and the hour after them, or what is given. */
export async function record(
  db: Db,
  rows: StatementRow[],
  { provider = 'monnify', source = 'api' as 'api' | 'csv', since = DAY, until = lagos('2026-11-22', '03:00') } = {},
): Promise<void> {
  const { added } = await recordRows(db, provider, source, rows);
  const range = { since: boundsOfDay(since).start, until };
  await recordPull(db, { provider, source, ...range, rows: rows.length, added, fault: null });
}

export const close = (db: Db, day = DAY, { provider = 'monnify' } = {}): Promise<Closing> =>
  db.$transaction((tx) => closeDay(tx, { provider, day, now: NOW, by: 'ada@example.com' }));

export const openFindings = (db: Db): Promise<Finding[]> => listFindings(db, { state: 'open', limit: 100 });

/** Ends the only open finding. */
export async function resolveOnly(db: Db, how: Pick<Resolving, 'resolution' | 'amountKobo'>): Promise<Finding> {
  const [finding, ...others] = await openFindings(db);
  if (finding === undefined || others.length > 0) throw new Error(`not one finding: ${others.length}`);
  const resolved = await db.$transaction((tx) =>
    resolveFinding(tx, { ...how, id: finding.id, note: 'asked them', by: 'ada@example.com' }),
  );
  if (resolved.kind !== 'resolved') throw new Error(resolved.kind);
  return finding;
}

/** An operator takes a success back. */
export async function refund(db: Db, { id }: SmallSale): Promise<void> {
  await db.$transaction([
    db.$executeRaw`SET LOCAL session_replication_role = replica`,
    db.$executeRaw`UPDATE purchase SET status = 'refunded', final_at = clock_timestamp() WHERE id = ${id}::uuid`,
    db.$executeRaw`INSERT INTO purchase_history (purchase_id, from_status, to_status, cause)
                   VALUES (${id}::uuid, 'success', 'refunded', 'test')`,
  ]);
}

/** Records the balance of our account at VTpass at some moments, with the amount under way. */
export async function balances(db: Db, ...read: [at: Date, kobo: bigint, inFlight?: bigint][]): Promise<void> {
  for (const [at, balanceKobo, inFlightKobo = 0n] of read)
    await db.balanceSnapshot.create({ data: { provider: 'vtpass', at, balanceKobo, inFlightKobo } });
}
