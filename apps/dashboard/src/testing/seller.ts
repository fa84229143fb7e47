import type { SendOutcome } from '@topup/core/provider';
import {
  type AcceptedPurchase,
  acceptPurchase,
  claimPurchase,
  createAccepter,
  createClaimer,
  createSettler,
  type Order,
  sendClaimed,
} from '@topup/core/purchase';
import { type Db, systemClock } from '@topup/core/shared';
import { createLog } from '@topup/runtime';

export const quiet = createLog('test', 'silent');
export const rules = {
  schedule: [60_000],
  notFoundMinCount: 3,
  notFoundSpanMs: 1,
  notFoundMinAgeMs: 1,
  random: () => 0.5,
};

export const delivered: Extract<SendOutcome, { kind: 'delivered' }> = {
  kind: 'delivered',
  costKobo: 9_700n,
  providerTransactionId: '1',
  mismatch: null,
  meter: null,
};
export const unknown: SendOutcome = { kind: 'unknown', reason: 'no answer', rejection: null, orderSeen: false };

export const TOKEN = '12345678901234567890';
export const meter = {
  token: TOKEN,
  bonusToken: null,
  units: '79.9',
  customerName: 'ADA OBI',
  address: '1 Marina, Lagos',
};
/** A delivered electricity purchase. */
export const vended: SendOutcome = { ...delivered, meter };

export type Seller = {
  accept(accountId: string, order: Order): Promise<AcceptedPurchase>;
  /** With this answer of the provider's; with null the send is still under way. */
  send(id: string, answer: SendOutcome | null): Promise<void>;
};

/**
 * Does the work of the API and the worker, with scripted answers. `db`: ACCEPT_CONNECTIONS wide, with the owner's
 * rights.
 */
export function createSeller(db: Db): Seller {
  const accepter = createAccepter({ db, clock: systemClock });
  const worker = {
    settler: createSettler(db),
    claimer: createClaimer({ db, log: quiet, leaseMs: 75_000, startDeadlineMs: 1_800_000 }),
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
  };
}
