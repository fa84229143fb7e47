import { fundedAccount, insertSold, useDatabase } from '@topup/testkit';
import type { ProviderOrder, RequeryOutcome } from '../../provider/provider.port';
import { listFindings } from '../decide/finding.store';
import { reconcile } from '../judge/reconcile';
import { insertSnapshot } from './balance.store';
import { checkAttempts } from './check-attempts';

const database = useDatabase({ eachTest: true });
const DELIVERED = { kind: 'delivered', providerTransactionId: '1', mismatch: null, meter: null } as const;

/** A thousand sales of two hours ago, and what the provider says of those that it is asked about. */
async function sample(says: (order: ProviderOrder, nth: number) => RequeryOutcome) {
  const { db } = database;
  const accountId = await fundedAccount(db, 1_000n);
  const at = new Date(Date.now() - 7_200_000);
  await insertSold(
    db,
    Array.from({ length: 1_000 }, () => ({ accountId, at })),
  );
  for (const askedAt of [at, new Date()]) await insertSnapshot(db, { provider: 'vtpass', askedAt, balanceKobo: 0n });
  await db.$executeRaw`UPDATE balance_snapshot SET at = at - interval '3 h' WHERE id = (SELECT min(id) FROM balance_snapshot)`;
  const asked: string[] = [];
  const provider = {
    name: 'vtpass',
    requery: async (order: ProviderOrder) => says(order, asked.push(order.providerRef)),
  };
  const checked = await checkAttempts(db, provider);
  const again = await checkAttempts(db, provider);
  await reconcile(db, 'vtpass');
  const findings = await listFindings(db, { limit: 100 });
  return { asked, checked, again, findings: findings.filter(({ kind }) => kind !== 'balance_step') };
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
    const { asked, findings } = await sample((_, nth) => {
      if (nth === 1) return { ...DELIVERED, costKobo: 10_007n };
      if (nth === 2) return { kind: 'rejected', reversed: true, code: 'x', reason: 'x', fault: 'order' };
      return nth === 3 ? { kind: 'missing' } : { ...DELIVERED, costKobo: null };
    });
    expect(asked.length).toBeGreaterThan(3);
    const found = findings.map(({ kind, differenceKobo }) => `${kind} ${differenceKobo}`).sort();
    expect(found).toEqual(['amount_differs 7', 'missing_there -10000', 'status_differs -10000']);
  });

  test('what says nothing is asked about again', async () => {
    const { asked, again } = await sample(() => ({ kind: 'unanswered', reason: 'late' }));
    expect([asked.length % 2, again.asked]).toEqual([0, 0]);
    expect(new Set(asked).size).toBe(asked.length / 2);
  });
});
