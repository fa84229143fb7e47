import { listFindings, reconcile } from '@topup/core/reconciliation';
import { newId } from '@topup/core/shared';
import { createProviders, type LiveProvider } from '@topup/providers';
import { createMetrics } from '@topup/runtime';
import {
  eventually,
  fundedAccount,
  insertSold,
  providersAt,
  type SandboxProcess,
  startSandbox,
  useDatabase,
} from '@topup/testkit';
import { startReconciliation } from './start-reconciliation';

const database = useDatabase({ eachTest: true });
const NAMES = ['vtpass', 'monnify', 'reloadly'] as const;

let sandbox: SandboxProcess;
let providers: LiveProvider[];
beforeAll(async () => {
  sandbox = await startSandbox();
  providers = createProviders({ PROVIDERS: NAMES, ...providersAt(sandbox.url) }, { onOddity: () => undefined });
});
afterAll(() => sandbox.kill());

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Buys airtime from a provider as an attempt does, and books it. */
async function buy(name: string, status: 'success' | 'failed' = 'success'): Promise<string> {
  const provider = providers.find((one) => one.name === name);
  if (provider === undefined) throw new Error(name);
  const listed = (await provider.products?.()) ?? { kind: 'found', value: [] };
  if (listed.kind !== 'found') throw new Error(listed.reason);
  const product = listed.value.find(({ productType, serviceId }) => productType === 'AIRTIME' && serviceId === 'mtn');
  const [id, at] = [newId(), new Date()];
  const end = performance.now() + 5_000;
  const sent = await provider.send(
    {
      provider: name,
      accountId: newId(),
      providerRef: provider.mintRef(id, at),
      productType: 'AIRTIME',
      serviceId: 'mtn',
      variationCode: null,
      subscriptionType: null,
      contactPhone: '08030000001',
      recipient: '08030000001',
      amountKobo: 150_000n,
      ...(product && { product: product.product }),
    },
    { remainingMs: () => end - performance.now() },
  );
  if (sent.kind !== 'delivered') throw new Error(JSON.stringify(sent.kind));
  const accountId = await fundedAccount(database.db, 1_000_000n);
  await insertSold(database.db, [
    { accountId, at, product: 'AIRTIME', reference: id, costKobo: sent.costKobo, status },
  ]);
  await database.db.$transaction([
    database.db.$executeRaw`SET LOCAL session_replication_role = replica`,
    database.db.$executeRaw`
      UPDATE purchase
         SET provider = ${name}, provider_ref = ${provider.mintRef(id, at)},
             provider_evidence = jsonb_build_object('provider_transaction_id', ${sent.providerTransactionId}::text)
       WHERE request_ref = ${id}`,
  ]);
  return id;
}

/** Two workers do what is due, once. */
async function reconcileOnce(only: readonly string[] = NAMES): Promise<void> {
  const { db } = database;
  const warned: unknown[] = [];
  const log = { ...silent, warn: (...said: unknown[]) => void warned.push(said) };
  const chosen = providers.filter(({ name }) => only.includes(name));
  const timing = { everyMs: 3_600_000, lookEveryMs: 20 };
  const both = [0, 1].map(() =>
    startReconciliation(createMetrics('test', log), { db, log, providers: chosen, ...timing }),
  );
  await eventually(
    () => db.reconciliationTurn.count(),
    (turns) => turns === 2 * chosen.length,
  );
  await Promise.all(both.map(({ stop }) => stop()));
  expect(warned).toEqual([]);
}

describe('what a provider charges is not compared with what we booked', () => {
  test('two workers read each statement once; what was sold as booked has no finding', async () => {
    const { db } = database;
    for (const name of ['monnify', 'reloadly', 'vtpass']) await buy(name);
    await reconcileOnce();
    expect(await db.statementPull.count()).toBe(2 * 2); // yesterday, and today
    expect(await db.balanceSnapshot.count()).toBe(3);
    for (const name of NAMES) await reconcile(db, name, { matureMs: 0 });
    // Monnify pays the commission in a row of its own
    expect(await db.statementRow.findMany({ orderBy: [...KIND], select: { provider: true, kind: true } })).toEqual([
      { provider: 'monnify', kind: 'commission' },
      { provider: 'monnify', kind: 'sale' },
      { provider: 'reloadly', kind: 'sale' },
    ]);
    expect(await db.statementMatch.count()).toBe(3);
    expect(await listFindings(db, { limit: 10 })).toEqual([]);
  });

  test('what they delivered and we refunded is found, and so is what somebody else bought with our account', async () => {
    const { db } = database;
    const purchases = [await buy('monnify', 'failed'), await buy('reloadly', 'failed')];
    await reconcileOnce(['monnify', 'reloadly']);
    for (const name of ['monnify', 'reloadly']) await reconcile(db, name, { matureMs: 0 });
    const findings = await listFindings(db, { limit: 10 });
    const kinds = findings.map(({ kind, reference }) => `${kind} ${reference ?? 'nobody'}`);
    // the sandbox keeps what the test before bought, which this database does not know
    expect(kinds.filter((kind) => !kind.endsWith('nobody')).sort()).toEqual(
      purchases.map((ref) => `status_differs ${ref}`).sort(),
    );
    expect(kinds.filter((kind) => kind.endsWith('nobody'))).toEqual(Array(2 + 1).fill('missing_here nobody'));
  });

  test('without a statement, the balance shows what no sale explains', async () => {
    const { db } = database;
    const setFloat = (naira: number) =>
      fetch(`${sandbox.url}/float`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ provider: 'vtpass', naira }),
      });
    await setFloat(50_000);
    await reconcileOnce(['vtpass']);
    await buy('vtpass');
    await db.reconciliationTurn.deleteMany();
    await reconcileOnce(['vtpass']);
    expect(await listFindings(db, { limit: 10 })).toEqual([]);

    const [before] = await db.balanceSnapshot.findMany({ orderBy: { id: 'desc' }, take: 1 });
    await setFloat(Number(before?.balanceKobo ?? 0n) / 100 - 250);
    await db.reconciliationTurn.deleteMany();
    await reconcileOnce(['vtpass']);
    expect(await listFindings(db, { limit: 10 })).toMatchObject([
      { kind: 'balance_step', provider: 'vtpass', differenceKobo: 25_000n, state: 'open' },
    ]);
  });
});

const KIND = [{ provider: 'asc' }, { kind: 'asc' }] as const;
