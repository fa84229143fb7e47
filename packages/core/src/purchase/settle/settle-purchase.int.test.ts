import { fundedAccount, useDatabase } from '@topup/testkit';
import { systemClock } from '../../shared/clock';
import type { Observer } from '../../shared/observer.port';
import { purchasesIn } from '../../testing/purchases';
import { settlePurchase } from './settle-purchase';
import type { Settlement } from './settlement';
import { createSettler } from './settler';

const database = useDatabase();
const { sent } = purchasesIn(() => database.db);

describe('a metric counts a refund twice', () => {
  test('of four settlements only the one that makes the purchase final is counted', async () => {
    const settled: Parameters<Observer['settled']>[0][] = [];
    const deps = {
      settler: createSettler(database.db),
      clock: systemClock,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      observer: { settled: (one: (typeof settled)[number]) => void settled.push(one) },
      enqueueEvent: () => undefined,
      enqueueNotification: () => undefined,
      settleWithinMs: 1_000,
    };
    const accountId = await fundedAccount(database.db, 1_000n);
    const id = await sent(accountId, 'DATA');
    const record = (settlement: Settlement) =>
      settlePurchase(
        deps,
        { accountId, requestRef: id, productType: 'DATA', amountKobo: 1_000n, provider: 'vtpass', traceparent: null },
        settlement,
      );
    const open: Settlement = {
      id,
      attempt: 1,
      basis: 'answer',
      targetStatus: 'open',
      nextCheckMs: 60_000,
      orderSeen: false,
      tokenAwaited: false,
      refusedWith: null,
      delivered: {},
      evidence: {},
      review: false,
    };
    const failed: Settlement = {
      id,
      attempt: 1,
      basis: 'answer',
      targetStatus: 'failed',
      cause: { code: 'provider_rejected', detail: '016' },
      message: 'no',
      evidence: {},
    };
    const success: Settlement = {
      id,
      attempt: 1,
      basis: 'requery',
      targetStatus: 'success',
      cause: { code: 'provider_delivered', detail: null },
      message: 'yes',
      costKobo: null,
      delivered: {},
      evidence: {},
      review: false,
    };

    // open, settled, final already, contradicted
    for (const settlement of [open, failed, failed, success]) await record(settlement);

    expect(settled).toEqual([
      { product: 'DATA', targetStatus: 'failed', cause: 'provider_rejected', amountKobo: 1_000n, costKobo: null },
    ]);
  });
});
