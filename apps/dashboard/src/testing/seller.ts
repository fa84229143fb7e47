import { NO_GOODS, type ProviderOrder, type SendOutcome } from '@topup/core/provider';
import {
  type AcceptedPurchase,
  acceptPurchase,
  claimPurchase,
  createAccepter,
  createClaimer,
  createNextAttempts,
  createSettler,
  type Order,
  sendClaimed,
  sendPurchase,
} from '@topup/core/purchase';
import { createRouter } from '@topup/core/routing';
import { type Db, newId, systemClock } from '@topup/core/shared';
import { createLog } from '@topup/runtime';

export const quiet = createLog('test', 'silent');
export const rules = {
  schedule: [60_000],
  notFoundMs: 1,
  random: () => 0,
};

export const delivered: Extract<SendOutcome, { kind: 'delivered' }> = {
  kind: 'delivered',
  costKobo: 9_700n,
  providerTransactionId: '1',
  mismatch: null,
  goods: null,
};
export const unknown: SendOutcome = { kind: 'unknown', reason: 'no answer', rejection: null, orderSeen: false };

export const TOKEN = '12345678901234567890';
export const meter = {
  ...NO_GOODS,
  token: TOKEN,
  units: '79.9',
  customerName: 'ADA OBI',
  address: '1 Marina, Lagos',
};
/** The float of the first provider was too low: nothing was delivered, and another may be asked. */
export const floatEmpty: SendOutcome = {
  kind: 'rejected',
  code: '018',
  reason: 'The provider could not complete the order.',
  fault: 'account',
  elsewhere: true,
};

/** A delivered electricity purchase. */
export const vended: SendOutcome = { ...delivered, goods: meter };

type Seller = {
  accept(accountId: string, order: Order): Promise<AcceptedPurchase>;
  /** With this answer of the provider's; with null the send is still under way. */
  send(id: string, answer: SendOutcome | null): Promise<void>;
  /** Sends it to VTpass and then, as its answers allow, to the next provider, in this order. */
  sendAlong(id: string, answers: Record<string, SendOutcome>): Promise<void>;
};

/**
 * Does the work of the API and the worker, with scripted answers. `db`: ACCEPT_CONNECTIONS wide, with the owner's
 * rights.
 */
export function createSeller(db: Db): Seller {
  const accepter = createAccepter({ db, clock: systemClock });
  const worker = {
    settler: createSettler(db),
    claimer: createClaimer({ serves: ['vtpass'], db, log: quiet, leaseMs: 75_000, startDeadlineMs: 1_800_000 }),
    clock: systemClock,
    log: quiet,
    rules,
    observer: { settled: () => undefined, claimed: () => undefined },
    settleWithinMs: 1_000,
    providerTimeoutMs: 55_000,
    enqueueEvent: () => undefined,
    enqueueNotification: () => undefined,
  };
  return {
    accept: (accountId, order) =>
      acceptPurchase({ accepter, provider: { name: 'vtpass' } }, { accountId, keyId: null }, order, 20_000),
    async send(id, answer) {
      const provider = { mintRef: (of: string) => `ref-${of}`, send: async () => answer ?? unknown };
      const claimed = await claimPurchase({ ...worker, provider }, id);
      if (claimed === null) throw new Error(`${id} cannot be sent`);
      if (answer !== null) await sendClaimed({ ...worker, provider }, claimed);
    },
    async sendAlong(id, answers) {
      const names = Object.keys(answers);
      const provider = {
        mintRef: (of: string) => `ref-${newId()}-${of}`,
        send: async (order: ProviderOrder) => answers[order.provider] ?? unknown,
      };
      const providers = names.map((name) => ({ name, ownWords: true }));
      const router = createRouter({ providers, stopOf: () => null, sicknessOf: () => null });
      await sendPurchase(
        {
          ...worker,
          provider,
          claimer: createClaimer({ serves: names, db, log: quiet, leaseMs: 75_000, startDeadlineMs: 1_800_000 }),
          nextAttempts: createNextAttempts({ db, router, log: quiet }),
        },
        id,
      );
    },
  };
}
