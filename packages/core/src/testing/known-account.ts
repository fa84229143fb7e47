import { eventually, fundedAccount } from '@topup/testkit';
import { setWebhookUrl } from '../account/account.store';
import { createKey } from '../api-key/create-key';
import { type SettleDeps, settlePurchase } from '../purchase/settle/settle-purchase';
import type { Settlement } from '../purchase/settle/settlement';
import { createSettler, type Settler } from '../purchase/settle/settler';
import { systemClock } from '../shared/clock';
import type { Db } from '../shared/db';
import type { EventRequest } from '../webhook/signed-event';
import { createWebhookScheduler, type SchedulerDeps } from '../webhook/webhook-scheduler';
import { purchasesIn } from './purchases';

export const masterKey = Buffer.alloc(32, 1);
export const HOST_LIMIT = 2;

const delivered = (id: string): Settlement => ({
  id,
  attempt: 1,
  basis: 'answer',
  targetStatus: 'success',
  cause: { code: 'provider_delivered', detail: null },
  message: 'it was delivered',
  costKobo: null,
  delivered: {},
  evidence: {},
  review: false,
});

type KnownAccountOptions = {
  settlerOf?: (settler: Settler) => Settler;
  settled?: SettleDeps['observer']['settled'];
  webhookTried?: SchedulerDeps['observer']['webhookTried'];
  settleWithinMs?: number;
};

/**
 * A worker, and an account that it has delivered an event of. `announced`: the events that its settlements announced
 * since; `warned`: its warnings. Hosts named `dead…` do not answer until `revive`, nor does any after `hang`.
 */
export async function knownAccount(db: Db, options: KnownAccountOptions = {}) {
  const { settlerOf = (settler) => settler, settled = () => undefined, webhookTried = () => undefined } = options;
  const { sent, events } = purchasesIn(() => db);
  const warned: string[] = [];
  const log = { info: () => undefined, warn: (message: string) => void warned.push(message), error: () => undefined };
  const accountId = await fundedAccount(db, 100_000n);
  const url = 'https://client.example/events';
  await setWebhookUrl(db, accountId, url);
  const key = await createKey({ db, masterKey }, accountId, 'first');
  let hangs = false;
  let revive: () => void = () => undefined;
  const revived = new Promise<void>((resolve) => {
    revive = resolve;
  });
  const posted: EventRequest[] = [];
  const announced: string[] = [];
  const scheduler = createWebhookScheduler({
    db,
    clock: systemClock,
    log,
    observer: { webhookTried },
    poster: {
      async post(request) {
        posted.push(request);
        if (hangs || request.url.includes('dead')) await revived;
        return { httpStatus: 200, durationMs: 1, error: null, response: null };
      },
    },
    masterKeys: { current: masterKey },
    maxDeliveries: 16,
    maxPerHost: HOST_LIMIT,
  });
  const deps = {
    settler: settlerOf(createSettler(db)),
    clock: systemClock,
    log,
    observer: { settled },
    enqueueEvent({ id, accountId }: { id: string; accountId?: string }) {
      announced.push(id);
      scheduler.deliver(id, { accountId }).catch((error: Error) => warned.push(error.message));
    },
    enqueueNotification: () => undefined,
    settleWithinMs: options.settleWithinMs ?? 5_000,
  };
  const hang = () => {
    hangs = true;
  };
  const buy = () => sent(accountId, 'AIRTIME', { recipient: '08030000001' });
  const settle = (id: string) =>
    settlePurchase(
      deps,
      { accountId, requestRef: id, productType: 'AIRTIME', amountKobo: 1_000n, provider: 'vtpass', traceparent: null },
      delivered(id),
    );
  const ended = (id: string) =>
    eventually(
      () => events(id),
      (all) => all.length > 0 && all.every(({ state }) => state === 'delivered'),
    );
  const first = await buy();
  await settle(first);
  await ended(first);
  announced.length = 0;
  posted.length = 0;
  return { accountId, key, scheduler, buy, settle, ended, announced, posted, warned, hang, revive };
}
