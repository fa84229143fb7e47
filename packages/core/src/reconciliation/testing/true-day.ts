import type { StatementRow } from '../../provider/provider.port';
import type { Db } from '../../shared/db';
import { lagosMidnight } from '../../time/lagos-time';

/** Numbers that are the same in each run with the same seed (mulberry32). */
export type Dice = { below(n: number): number; chance(share: number): boolean };

export function seededDice(seed: number): Dice {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  return { below: (n) => Math.floor(next() * n), chance: (share) => next() < share };
}

/** A movement whose balances are filled in when all are in order. */
type Movement = Omit<StatementRow, 'balanceBeforeKobo' | 'balanceAfterKobo' | 'raw'>;

/** One sale of the day, with what we have booked of it. */
export type Sold = {
  id: string;
  ref: string;
  transactionId: string;
  sentAt: Date;
  status: 'success' | 'failed' | 'pending';
  costKobo: bigint | null;
  grossKobo: bigint;
};

export type TrueDay = { day: string; provider: string; sold: Sold[]; rows: StatementRow[] };

const DAY_MS = 86_400_000;
const PROVIDER = 'monnify';

/**
 * A day of so many purchases that all went as booked, and the statement of it: a sale and its commission, now and then
 * a sale that was taken back, one that is still open, or one whose cost is not known. Nothing is written yet.
 */
export function makeTrueDay(purchases: number, seed: number): TrueDay {
  const dice = seededDice(seed);
  const start = lagosMidnight(new Date('2026-11-20T12:00:00Z'));
  const every = (DAY_MS - 60_000) / purchases; // all rows are of the day
  const sold: Sold[] = [];
  const movements: Movement[] = [];
  for (let n = 0; n < purchases; n += 1) {
    const sentAt = new Date(start.getTime() + Math.floor(n * every) + dice.below(Math.ceil(every)));
    const one = sell(dice, n, sentAt);
    sold.push(one);
    movements.push(...movementsOf(dice, one));
  }
  movements.sort((a, b) => a.at.getTime() - b.at.getTime() || (a.rowId < b.rowId ? -1 : 1));
  let balance = 5_000_000_000n;
  const rows = movements.map((movement): StatementRow => {
    const before = balance;
    balance += movement.direction === 'debit' ? -movement.amountKobo : movement.amountKobo;
    const raw = { walletTransactionReference: movement.rowId, amount: String(movement.amountKobo) };
    return { ...movement, balanceBeforeKobo: before, balanceAfterKobo: balance, raw };
  });
  return { day: '2026-11-20', provider: PROVIDER, sold, rows };
}

/** A UUID version 7 of that moment, for the nth purchase. */
export function idAt(at: Date, n: number): string {
  const hex = `${at.getTime().toString(16).padStart(12, '0')}7${n.toString(16).padStart(3, '0').slice(-3)}`;
  const tail = (n + 1).toString(16).padStart(15, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12)}-8${tail.slice(0, 3)}-${tail.slice(3)}`;
}

function sell(dice: Dice, n: number, sentAt: Date): Sold {
  const grossKobo = BigInt(5_000 + dice.below(400) * 2_500 + dice.below(90));
  const id = idAt(sentAt, n);
  const ref = `202611201200${id.replaceAll('-', '')}`;
  const status = dice.chance(0.06) ? 'failed' : dice.chance(0.005) ? 'pending' : 'success';
  const commission = (grossKobo * 3n) / 100n;
  const isKnown = status === 'success' && !dice.chance(0.01);
  return {
    id,
    ref,
    sentAt,
    status,
    grossKobo,
    transactionId: `MFBP${n.toString(16).toUpperCase().padStart(16, '0')}`,
    costKobo: isKnown ? grossKobo - commission : null,
  };
}

const commissionOf = (grossKobo: bigint): bigint => (grossKobo * 3n) / 100n;

function movementsOf(dice: Dice, { ref, transactionId, sentAt, status, grossKobo }: Sold): Movement[] {
  const at = (afterMs: number) => new Date(sentAt.getTime() + afterMs);
  const soonMs = 200 + dice.below(9_000);
  const sale: Movement = {
    rowId: `${transactionId}_DEBIT_0`,
    at: at(soonMs),
    direction: 'debit',
    kind: 'sale',
    amountKobo: grossKobo,
    // one of two names our reference
    providerRef: dice.chance(0.5) ? ref : null,
    providerTransactionId: transactionId,
  };
  const credit = (kind: 'commission' | 'reversal', amountKobo: bigint, afterMs: number): Movement => ({
    rowId: `${transactionId}_CREDIT_0`,
    at: at(soonMs + afterMs),
    direction: 'credit',
    kind,
    amountKobo,
    providerRef: null,
    providerTransactionId: transactionId,
  });
  if (status === 'success') return [sale, credit('commission', commissionOf(grossKobo), 100 + dice.below(20_000))];
  if (status === 'pending') return [sale];
  // most failures were never charged
  return dice.chance(0.5) ? [] : [sale, credit('reversal', grossKobo, 1_000 + dice.below(60_000))];
}

const BATCH = 2_000;

/** Writes the purchases of a true day for one account, as they are when they are over, and without ledger entries. */
export async function insertTrueDay(db: Db, accountId: string, { sold, provider }: TrueDay): Promise<void> {
  for (let start = 0; start < sold.length; start += BATCH) {
    const items = sold
      .slice(start, start + BATCH)
      .map(({ id, ref, transactionId, sentAt, status, costKobo, grossKobo }) => ({
        id,
        ref,
        status,
        sent_at: sentAt.toISOString(),
        transaction: transactionId,
        amount: String(grossKobo),
        cost: costKobo === null ? null : String(costKobo),
      }));
    await db.$transaction(async (one) => {
      await one.$executeRaw`SET LOCAL session_replication_role = replica`;
      await one.$executeRaw`
        INSERT INTO purchase (id, account_id, request_ref, product_type, status, amount_kobo, cost_kobo, recipient,
                              details, description, provider, provider_order, sends, provider_ref, sent_at, cause,
                              created_at, final_at, provider_evidence)
        SELECT item.id, ${accountId}::uuid, item.id::text, 'AIRTIME', item.status, item.amount, item.cost,
               '08030000001', '{}', 'made', ${provider}, '{"serviceId": "mtn"}', 1, item.ref, item.sent_at, 'made',
               item.sent_at, CASE item.status WHEN 'pending' THEN NULL ELSE item.sent_at + interval '2 s' END,
               jsonb_build_object('provider_transaction_id', item.transaction)
          FROM jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
               AS item (id uuid, ref text, status text, sent_at timestamptz, amount bigint, cost bigint,
                        transaction text)`;
    });
  }
}
