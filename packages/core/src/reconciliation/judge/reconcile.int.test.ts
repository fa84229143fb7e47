import { FULL_RUN, fundedAccount, useDatabase } from '@topup/testkit';
import type { Db } from '../../shared/db';
import { countOpenFindings, listFindings } from '../decide/finding.store';
import { recordPull, recordRows } from '../sources/statement.store';
import { damageStatement, loseSilently } from '../testing/damage-statement';
import { insertTrueDay, makeTrueDay, type TrueDay } from '../testing/true-day';
import { reconcile } from './reconcile';

/** In full a day of 20,000 purchases, with each damage twenty times. */
const [PURCHASES, TIMES] = FULL_RUN ? [20_000, 20] : [2_000, 4];
const SEED = 17;

const database = useDatabase({ eachTest: true });

async function record(db: Db, { provider, day }: TrueDay, rows: TrueDay['rows']): Promise<void> {
  const since = new Date(`${day}T00:00:00+01:00`);
  const recorded = await recordRows(db, provider, 'api', rows);
  const until = new Date(since.getTime() + 86_400_000 + 3_600_000);
  await recordPull(db, {
    provider,
    source: 'api',
    since,
    until,
    rows: rows.length,
    added: recorded.added,
    fault: null,
  });
}

async function openNames(db: Db): Promise<string[]> {
  const findings = await listFindings(db, { state: 'open', limit: 100_000 });
  return findings.map(({ kind, subject }) => `${kind} ${subject}`).sort();
}

describe('a statement that is right is called wrong, or a wrong one right', () => {
  test('a true day has no finding, and each row is about its attempt', async () => {
    const { db } = database;
    const day = makeTrueDay(PURCHASES, SEED);
    await insertTrueDay(db, await fundedAccount(db, 1_000n), day);
    await record(db, day, day.rows);

    expect(await reconcile(db, day.provider)).toMatchObject({ matched: day.rows.length, opened: 0, open: 0 });
    expect(await openNames(db)).toEqual([]);
  });

  test('each damage to a statement is found once, nothing else is, and a second run adds nothing', async () => {
    const { db } = database;
    const day = makeTrueDay(PURCHASES, SEED);
    await insertTrueDay(db, await fundedAccount(db, 1_000n), day);
    const { rows, expected } = damageStatement(day, TIMES, SEED + 1);
    await record(db, day, rows);

    const startedMs = performance.now();
    const { opened } = await reconcile(db, day.provider);
    const tookMs = performance.now() - startedMs;
    expect(await openNames(db)).toEqual(expected);
    expect(opened).toBe(expected.length);
    // 20,000 purchases reconcile in under a minute; a tenth of them in a tenth
    expect(tookMs).toBeLessThan(3 * PURCHASES);
    expect(await reconcile(db, day.provider)).toMatchObject({ matched: 0, opened: 0, cleared: 0 });
    expect((await countOpenFindings(db)).reduce((sum, { open }) => sum + open, 0)).toBe(expected.length);
    process.stdout.write(`${PURCHASES} purchases, ${rows.length} rows reconciled in ${Math.round(tookMs)} ms\n`);
  });

  test('money that went from the balance without a row is one step', async () => {
    const { db } = database;
    const day = makeTrueDay(300, SEED);
    await insertTrueDay(db, await fundedAccount(db, 1_000n), day);
    await record(db, day, loseSilently(day.rows, 12_345n));

    await reconcile(db, day.provider);
    expect(await listFindings(db, { limit: 10 })).toMatchObject([
      { kind: 'balance_step', differenceKobo: 12_345n, state: 'open', purchaseId: null },
    ]);
  });

  test('a finding goes when the row that was late comes, and a row that says something else is found', async () => {
    const { db } = database;
    const day = makeTrueDay(300, SEED);
    await insertTrueDay(db, await fundedAccount(db, 1_000n), day);
    const [late] = day.rows.splice(40, 1);
    if (late === undefined) throw new Error('no such row');
    await record(db, day, day.rows);
    expect(await reconcile(db, day.provider)).toMatchObject({ opened: 1, open: 1 });

    await record(db, day, [late]);
    expect(await reconcile(db, day.provider)).toMatchObject({ opened: 0, cleared: 1, open: 0 });

    expect(await recordRows(db, day.provider, 'api', [{ ...late, amountKobo: late.amountKobo + 5n }])).toEqual({
      added: 0,
      known: 1,
      changed: 1,
    });
    expect(await reconcile(db, day.provider)).toMatchObject({ cleared: 0, open: 1 });
    expect(await listFindings(db, { state: 'open', limit: 10 })).toMatchObject([
      { kind: 'row_changed', subject: `row:${late.rowId}`, row: late.rowId },
    ]);
  });

  test('a row that names none of our orders is suggested for the failed purchase of its amount and time', async () => {
    const { db } = database;
    const day = makeTrueDay(300, SEED);
    await insertTrueDay(db, await fundedAccount(db, 1_000n), day);
    const credited = new Set(day.rows.map(({ providerTransactionId }) => providerTransactionId));
    const lost = day.sold.find(({ status, transactionId }) => status === 'failed' && !credited.has(transactionId));
    const [like] = day.rows;
    if (lost === undefined || like === undefined) throw new Error('no failure without a row');
    const names = { rowId: 'theirs', providerRef: null, providerTransactionId: null };
    const balances = { balanceBeforeKobo: null, balanceAfterKobo: null };
    const at = new Date(lost.sentAt.getTime() + 5_000);
    await record(db, day, [...day.rows, { ...like, ...names, ...balances, at, amountKobo: lost.grossKobo }]);

    await reconcile(db, day.provider);
    expect(await listFindings(db, { limit: 10 })).toMatchObject([
      { kind: 'missing_here', subject: 'row:theirs', purchaseId: lost.id, number: 1, differenceKobo: lost.grossKobo },
    ]);
  });
});
