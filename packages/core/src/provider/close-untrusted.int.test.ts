import { BY_TEST, fundedAccount, grantedRole, testPool, useDatabase } from '@topup/testkit';
import { findSentPurchase } from '../purchase/requery/due.store';
import { type RequeryDeps, requeryPurchase } from '../purchase/requery/requery-purchase';
import { createSettler } from '../purchase/settle/settler';
import { systemClock } from '../shared/clock';
import { itemFor, purchasesIn } from '../testing/purchases';
import { FOREIGN_REFERENCE, WHOLE_PROVIDER } from './breakers.port';
import { closeByHand, openByHand } from './close-by-hand';
import { closeUntrusted } from './close-untrusted';
import { insertSwitch, listSwitches } from './switch.store';

const database = useDatabase({ max: 4, eachTest: true });

function seen(db = database.db) {
  const alerts: unknown[] = [];
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (_text: string, fields?: object) => void alerts.push(Object(fields).alert),
  };
  return { alerts, close: () => closeUntrusted({ db, log, process: 'worker@x:1' }, 'monnify') };
}

describe('a provider that loses our references goes on getting orders', () => {
  test('the process that sees it closes it for all, once, with an alert and a line in the audit log', async () => {
    const [one, other] = [seen(), seen()];
    await Promise.all([one.close(), other.close()]);
    expect(await listSwitches(database.db)).toEqual([
      {
        provider: 'monnify',
        breaker: WHOLE_PROVIDER,
        reason: FOREIGN_REFERENCE,
        closedBy: 'worker@x:1',
        closedAt: expect.any(Date),
      },
    ]);
    expect([one.alerts, other.alerts]).toEqual([['provider_reference'], ['provider_reference']]);
    expect(await database.db.auditLog.findMany({ select: { action: true, subject: true, actorKind: true } })).toEqual([
      { action: 'provider.close', subject: 'monnify', actorKind: 'system' },
    ]);
  });

  test('a provider that is closed for another reason is closed for this one from then on', async () => {
    const byHand = { provider: 'monnify', breaker: WHOLE_PROVIDER, reason: 'ticket 17', closedBy: 'ada@example.com' };
    await insertSwitch(database.db, byHand);
    await seen().close();
    await seen().close();
    expect(await listSwitches(database.db)).toMatchObject([{ reason: FOREIGN_REFERENCE, closedBy: 'worker@x:1' }]);
    expect(await database.db.auditLog.findMany({ select: { action: true, subject: true, note: true } })).toEqual([
      { action: 'provider.close', subject: 'monnify', note: FOREIGN_REFERENCE },
    ]);
  });

  test('the role of the service may do it, also over another reason', async () => {
    const role = await grantedRole(database.url);
    const asService = testPool(role.url, 1);
    await insertSwitch(database.db, { provider: 'monnify', breaker: WHOLE_PROVIDER, reason: 'x', closedBy: 'ada' });
    try {
      await seen(asService).close();
    } finally {
      await asService.$disconnect();
      await role.drop();
    }
    expect(await listSwitches(database.db)).toMatchObject([{ reason: FOREIGN_REFERENCE }]);
  });

  test('while the database is away it is tried again', async () => {
    await database.db.$executeRaw`ALTER TABLE provider_switch RENAME TO gone`;
    const closing = seen().close();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await database.db.$executeRaw`ALTER TABLE gone RENAME TO provider_switch`;
    await closing;
    expect(await listSwitches(database.db)).toMatchObject([{ provider: 'monnify' }]);
  });
});

describe('an order that it took under a reference of its own is refunded as never received', () => {
  const { accept, claim, row } = purchasesIn(() => database.db);
  const monnify = { name: 'monnify', services: [] };
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

  async function sentTo(provider: string, accountId: string): Promise<string> {
    const item = { ...itemFor(accountId, 'AIRTIME'), provider };
    await accept([item]);
    await claim([item.id]);
    return item.id;
  }

  /** Its lease ends without an answer, and the provider does not know it, three times. */
  async function neverFound(id: string): Promise<void> {
    await database.db.$executeRaw`UPDATE purchase SET claim_expires_at = now() WHERE id = ${id}::uuid`;
    const deps: RequeryDeps = {
      db: database.db,
      settler: createSettler(database.db),
      enqueueEvent: () => undefined,
      enqueueNotification: () => undefined,
      observer: { settled: () => undefined },
      clock: systemClock,
      log,
      settleWithinMs: 1_000,
      provider: { requery: async () => ({ kind: 'missing' }) },
      rules: { schedule: [1_000, 2_000, 3_600_000], notFoundMs: 0, random: () => 0 },
    };
    for (let times = 0; times < 3; times += 1) {
      const purchase = await findSentPurchase(database.db, `ref-${id}`);
      if (purchase === null || purchase.status === 'failed') return;
      await requeryPurchase(deps, purchase);
    }
  }

  test('what was sent before it was closed, or until it is opened again, goes to an operator', async () => {
    const accountId = await fundedAccount(database.db, 10_000n);
    const inFlight = await sentTo('monnify', accountId);
    const elsewhere = await sentTo('vtpass', accountId);
    await seen().close();
    expect(await row(inFlight)).toMatchObject({ orderSeen: true, needsReview: false });
    const late = await sentTo('monnify', accountId);
    await openByHand(database.db, BY_TEST, monnify, null);

    for (const id of [inFlight, late]) {
      await neverFound(id);
      expect(await row(id)).toMatchObject({ status: 'initiated', finalAt: null, needsReview: true });
    }
    await neverFound(elsewhere);
    expect(await row(elsewhere)).toMatchObject({ status: 'failed', needsReview: false });
  });

  test('what is sent after it was opened is refunded again, as is what it had while it was closed by hand', async () => {
    const accountId = await fundedAccount(database.db, 10_000n);
    const byHand = { service: null, reason: 'ticket 17' };
    await closeByHand(database.db, BY_TEST, monnify, byHand);
    const before = await sentTo('monnify', accountId);
    await openByHand(database.db, BY_TEST, monnify, null);
    await neverFound(before);
    expect(await row(before)).toMatchObject({ status: 'failed' });
    await seen().close();
    await openByHand(database.db, BY_TEST, monnify, null);
    const after = await sentTo('monnify', accountId);
    await neverFound(after);
    expect(await row(after)).toMatchObject({ status: 'failed', needsReview: false });
  });
});
