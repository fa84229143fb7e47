import { type DbOrTransaction, sql } from '../shared/db';
import type { Mode } from './mode';

/** The most that one call adds to the wallet of a test account: ten million naira. */
export const MAX_TEST_FUNDING_KOBO = 1_000_000_000n;

/** @throws Error when there is no such account */
export async function readMode(db: DbOrTransaction, accountId: string): Promise<Mode> {
  const { mode } = await db.account.findUniqueOrThrow({ where: { id: accountId }, select: { mode: true } });
  return mode as Mode;
}

/** The test account that is the twin of a live one, until a reset. @throws Error when there is no such live account */
export async function readTwin(db: DbOrTransaction, liveId: string): Promise<{ id: string }> {
  return db.account.findFirstOrThrow({ where: { twinOf: liveId, status: { not: 'closed' } }, select: { id: true } });
}

/** The most that a test wallet holds: a billion naira (fund_test_wallet). */
const MAX_TEST_BALANCE_KOBO = 100_000_000_000n;

/** `leftKobo`: how much more the wallet would hold. */
export type TestFunding =
  | { kind: 'funded'; balanceKobo: bigint }
  | { kind: 'not_test' }
  | { kind: 'too_much'; leftKobo: bigint };

/** fund_test_wallet: adds test money. Each call adds it again. */
export async function fundTestWallet(db: DbOrTransaction, accountId: string, amountKobo: bigint): Promise<TestFunding> {
  const [row] = await db.$queryRaw<{ outcome: TestFunding['kind']; balanceKobo: bigint | null }[]>(sql`
    SELECT outcome, balance_kobo AS "balanceKobo" FROM fund_test_wallet(${accountId}::uuid, ${amountKobo}::bigint)`);
  const balanceKobo = row?.balanceKobo ?? 0n;
  if (row?.outcome === 'too_much') return { kind: 'too_much', leftKobo: MAX_TEST_BALANCE_KOBO - balanceKobo };
  return row?.outcome === 'funded' ? { kind: 'funded', balanceKobo } : { kind: 'not_test' };
}

export type TestReset =
  | { kind: 'reset'; accountId: string }
  | { kind: 'too_soon'; waitSeconds: number }
  | { kind: 'not_test' };

/** reset_test_account: closes a test account and opens a fresh one behind the same keys, URL and webhook secrets. */
export async function resetTestAccount(db: DbOrTransaction, accountId: string): Promise<TestReset> {
  const [row] = await db.$queryRaw<{ outcome: TestReset['kind']; accountId: string; waitSeconds: number }[]>(sql`
    SELECT outcome, account_id AS "accountId", wait_seconds AS "waitSeconds"
      FROM reset_test_account(${accountId}::uuid)`);
  if (row?.outcome === 'reset') return { kind: 'reset', accountId: row.accountId };
  return row?.outcome === 'too_soon' ? { kind: 'too_soon', waitSeconds: row.waitSeconds } : { kind: 'not_test' };
}
