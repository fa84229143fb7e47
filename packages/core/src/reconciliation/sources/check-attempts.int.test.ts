import { AS_OPS, fundedAccount, insertSold, useDatabase } from '@topup/testkit';
import type { ProviderOrder, RequeryOutcome } from '../../provider/provider.port';
import { decidePurchase } from '../../purchase/settle/decide-purchase';
import { purchasesIn } from '../../testing/purchases';
import { listFindings } from '../decide/finding.store';
import { reconcile } from '../judge/reconcile';
import { checkAttempts } from './check-attempts';

const database = useDatabase({ eachTest: true });
const DELIVERED = { kind: 'delivered', providerTransactionId: '1', mismatch: null, goods: null } as const;

const SOLD = 1_000;
const COST_KOBO = 10_000n;

/**
 * A thousand sales of two hours ago, and what the provider says of those that it is asked about. `keptKobo`: so much
 * less it has charged than we have booked.
 */
async function sample(says: (order: ProviderOrder, nth: number) => RequeryOutcome, keptKobo = 0n) {
  const { db } = database;
  const accountId = await fundedAccount(db, 1_000n);
  const at = new Date(Date.now() - 7_200_000);
  await insertSold(
    db,
    Array.from({ length: SOLD }, () => ({ accountId, at })),
  );
  const before = { ...NO_ORDERS, at: new Date(at.getTime() - 3_600_000), balanceKobo: 1_000_000_000n };
  const after = before.balanceKobo - BigInt(SOLD) * COST_KOBO + keptKobo;
  await db.balanceSnapshot.createMany({ data: [before, { ...NO_ORDERS, at: new Date(), balanceKobo: after }] });
  const asked: string[] = [];
  const provider = {
    name: 'vtpass',
    requery: async (order: ProviderOrder) => says(order, asked.push(order.providerRef)),
  };
  const ask = () => checkAttempts(db, provider);
  const [checked, again] = [await ask(), await ask()];
  await reconcile(db, 'vtpass');
  return { asked, checked, again, findings: await listFindings(db, { limit: 100 }), ask };
}

const NO_ORDERS = { provider: 'vtpass', inFlightKobo: 0n };

/** An operator takes a success back. */
async function refund(providerRef: string): Promise<void> {
  const { db } = database;
  await db.$transaction([
    db.$executeRaw`SET LOCAL session_replication_role = replica`,
    db.$executeRaw`UPDATE purchase SET status = 'refunded', final_at = clock_timestamp()
                    WHERE provider_ref = ${providerRef}`,
    db.$executeRaw`INSERT INTO purchase_history (purchase_id, from_status, to_status, cause)
                   SELECT id, 'success', 'refunded', 'test' FROM purchase WHERE provider_ref = ${providerRef}`,
  ]);
}

describe('a provider without a statement is never asked what it has charged', () => {
  test('one of a hundred is asked about, once, and what agrees is no finding', async () => {
    const { asked, checked, again, findings } = await sample(() => ({ ...DELIVERED, costKobo: 10_000n }));
    expect(asked.length).toBeGreaterThan(1);
    expect(asked.length).toBeLessThan(40);
    expect(new Set(asked).size).toBe(asked.length);
    expect([checked.asked, again.asked, findings]).toEqual([asked.length, 0, []]);
  });

  test('another cost, an order that was taken back and one that is not there are findings', async () => {
    const { asked, findings } = await sample(
      (_, nth) => {
        if (nth === 1) return { ...DELIVERED, costKobo: 10_007n };
        if (nth === 2) return { kind: 'rejected', reversed: true, code: 'x', reason: 'x', fault: 'order' };
        return nth === 3 ? { kind: 'missing' } : { ...DELIVERED, costKobo: null };
      },
      2n * COST_KOBO - 7n,
    );
    expect(asked.length).toBeGreaterThan(3);
    const found = findings.map(({ kind, differenceKobo }) => `${kind} ${differenceKobo}`).sort();
    expect(found).toEqual(['amount_differs 7', 'missing_there -10000', 'status_differs -10000']);
  });

  test('a success that was refunded since is asked about again, and its old answer counts no more', async () => {
    const { db } = database;
    const { asked, findings, ask } = await sample(() => ({ ...DELIVERED, costKobo: COST_KOBO }));
    expect(findings).toEqual([]);
    const count = asked.length;
    const sampled = asked[0] ?? '';
    const other = await db.purchase.findFirstOrThrow({ where: { providerRef: { notIn: asked } } });
    for (const ref of [sampled, other.providerRef ?? '']) await refund(ref);
    const differing = async () => {
      await reconcile(db, 'vtpass');
      return (await listFindings(db, { state: 'open', limit: 100 })).map(({ kind }) => kind);
    };
    // our own books have changed, and they were not asked since
    expect(await differing()).toEqual(['balance_step']);
    expect((await ask()).asked).toBe(2);
    expect(asked.slice(count).sort()).toEqual([sampled, other.providerRef].sort());
    expect(await differing()).toEqual(['status_differs', 'status_differs']);
    expect((await ask()).asked).toBe(0);
  });

  test('a purchase that was refunded because they never had it, and that they delivered later, is a finding', async () => {
    const { db } = database;
    const { asked, ask } = await sample(() => ({ ...DELIVERED, costKobo: COST_KOBO }));
    const count = asked.length;
    const [late, sent] = await db.purchase.findMany({ where: { providerRef: { notIn: asked } }, take: 2 });
    const refs = [late?.providerRef ?? '', sent?.providerRef ?? ''];
    await db.$transaction([
      db.$executeRaw`SET LOCAL session_replication_role = replica`,
      db.$executeRaw`
        UPDATE purchase SET status = 'failed', cause_code = 'provider_never_had_it', final_at = now() - interval '61 minutes'
         WHERE provider_ref = ANY (${refs})`,
      db.$executeRaw`UPDATE purchase SET final_at = now() - interval '59 minutes' WHERE provider_ref = ${refs[1]}`,
    ]);
    expect((await ask()).asked).toBe(1);
    expect(asked.slice(count)).toEqual([refs[0]]);
    await reconcile(db, 'vtpass');
    const found = await listFindings(db, { state: 'open', limit: 100 });
    expect(found.map(({ kind, purchaseId }) => [kind, purchaseId])).toContainEqual(['status_differs', late?.id]);
    expect((await ask()).asked).toBe(0);
  });

  test('what an operator refunded is asked about each day, until they say that they delivered it', async () => {
    const { db } = database;
    const accountId = await fundedAccount(db, 1_000n);
    const id = await purchasesIn(() => db).sent(accountId, 'DATA');
    await db.$executeRaw`UPDATE purchase SET claim_expires_at = now() WHERE id = ${id}::uuid`;
    const settled = await db.$transaction((tx) => decidePurchase(tx, { id }, 'refund', { note: 'not there' }, AS_OPS));
    expect(settled).toMatchObject({ kind: 'settled', status: 'failed' });

    const says: RequeryOutcome[] = [{ kind: 'missing' }, { ...DELIVERED, costKobo: null }];
    const requery = async () => says.shift() ?? { kind: 'missing' as const };
    const ask = async () => (await checkAttempts(db, { name: 'vtpass', requery })).asked;
    const dayLater = () =>
      db.$transaction([
        db.$executeRaw`SET LOCAL session_replication_role = replica`,
        db.$executeRaw`UPDATE purchase SET final_at = final_at - interval '25 hours' WHERE id = ${id}::uuid`,
        db.$executeRaw`UPDATE attempt_check SET asked_at = asked_at - interval '25 hours'`,
      ]);
    expect([await ask(), await ask()]).toEqual([1, 0]);
    await dayLater();
    expect([await ask(), await ask()]).toEqual([1, 0]);
    await dayLater();
    expect(await ask()).toBe(0);
  });

  test('every unknown one is asked about again, and none that a worker has just taken', async () => {
    const { db } = database;
    const accountId = await fundedAccount(db, 1_000n);
    const at = new Date(Date.now() - 7_200_000);
    const names = ['unknown', 'taken', 'due', 'monnify', 'over'];
    const provider = (reference: string) => (reference === 'monnify' ? 'monnify' : 'vtpass');
    await insertSold(
      db,
      names.map((reference) => ({ accountId, at, reference, provider: provider(reference) })),
    );
    const later = new Date(Date.now() + 3_600_000);
    await db.$transaction([
      db.$executeRaw`SET LOCAL session_replication_role = replica`,
      db.$executeRaw`UPDATE purchase SET status = 'pending', final_at = NULL, needs_review = true
                      WHERE request_ref <> 'over'`,
      db.$executeRaw`UPDATE purchase SET claim_expires_at = ${later} WHERE request_ref = 'taken'`,
      db.$executeRaw`UPDATE purchase SET next_check_at = ${later} WHERE request_ref = 'due'`,
    ]);
    const requery = async () => ({ kind: 'missing' }) as const;
    expect((await checkAttempts(db, { name: 'vtpass', requery })).unknown).toBe(1);
    const made = await db.purchase.findMany({ where: { nextCheckAt: { lte: new Date(Date.now() + 60_000) } } });
    expect(made.map(({ requestRef }) => requestRef)).toEqual(['unknown']);
  });

  test('what says nothing is asked about again', async () => {
    const { asked, again } = await sample(() => ({ kind: 'unanswered', reason: 'late' }));
    expect([asked.length % 2, again.asked]).toEqual([0, 0]);
    expect(new Set(asked).size).toBe(asked.length / 2);
  });
});
