import { randomInt } from 'node:crypto';
import {
  askSimulatedOrder,
  type Delivery,
  insertSimulatedOrder,
  type Lookup,
  type MeterDelivery,
  type Provider,
  type ProviderLookups,
  type ProviderOrder,
  type Rejection,
  type RequeryOutcome,
  type SendOutcome,
  SIMULATOR,
  type Variation,
} from '@topup/core/provider';
import { type Db, pause } from '@topup/core/shared';
import { FAILED, NO_ORDERS } from '../vtpass/response-codes';
import { mintRef } from '../vtpass/send/pay-request';
import { customerOf, pickFor } from './customers';
import { outcomeOf, type SimulatedOutcome } from './outcomes';

/** A pending order settles with the requery after these. */
const PENDING_REQUERIES = 2;
/** What one unit of electricity costs, in kobo. */
const UNIT_KOBO = 6_850;

const REJECTED: Rejection = { code: '016', reason: FAILED, fault: 'order' };
/** The live provider's code for it is a fault of our account, which alerts somebody; this one is nobody's. */
const LOW_FLOAT: Rejection = { code: '018', reason: NO_ORDERS, fault: 'order' };

/**
 * Serves the purchases of test accounts: nothing leaves this process. Outcomes and delays are those of docs/sandbox.md,
 * by number. What was sent is kept in the database, so that every process can be asked about it.
 */
export function createSimulator({ db }: { db: Db }): Provider {
  return {
    name: SIMULATOR,
    mode: 'test',
    mintRef,
    async send(order, deadline) {
      const { outcome, delayMs } = outcomeOf(order.recipient);
      const token = order.variationCode === 'prepaid' ? newToken() : null;
      try {
        if (outcome.arrives !== null) await insertSimulatedOrder(db, { ...order, token, inMs: delayMs });
      } catch {
        return unknown('the simulator could not keep the order');
      }
      const leftMs = deadline.remainingMs();
      const waitMs = outcome.answers === 'no answer in time' ? leftMs : Math.min(delayMs, leftMs);
      if (waitMs > 0) await pause(waitMs);
      if (delayMs >= leftMs) return unknown('no answer in time');
      return answerOf(order, outcome, token);
    },
    async requery(order) {
      const { outcome } = outcomeOf(order.recipient);
      if (outcome.requeriesUnanswered) return unanswered('no answer in time');
      try {
        const known = await askSimulatedOrder(db, order.providerRef);
        return known === null ? { kind: 'missing' } : stateOf(order, outcome, known);
      } catch {
        return unanswered('the simulator could not read the order');
      }
    },
  };
}

function answerOf(order: ProviderOrder, outcome: SimulatedOutcome, token: string | null): SendOutcome {
  if (outcome.answers === 'low_float') return { kind: 'rejected', ...LOW_FLOAT };
  if (outcome.answers !== 'state') return unknown(outcome.answers);
  if (outcome.arrives === 'failed') return { kind: 'rejected', ...REJECTED };
  if (outcome.arrives === 'pending')
    return { kind: 'unknown', reason: 'status pending', rejection: null, orderSeen: true };
  return { kind: 'delivered', ...deliveryOf(order, outcome.tokenLater ? null : token) };
}

function stateOf(
  order: ProviderOrder,
  outcome: SimulatedOutcome,
  { requeries, token }: { requeries: number; token: string | null },
): RequeryOutcome {
  const settled = requeries > PENDING_REQUERIES;
  if (outcome.arrives === 'failed') return { kind: 'rejected', reversed: false, ...REJECTED };
  if (outcome.arrives === 'delivered')
    return { kind: 'delivered', ...deliveryOf(order, outcome.tokenLater && !settled ? null : token) };
  if (outcome.settlesTo === null || !settled) return { kind: 'open', reason: 'status pending', stuck: false };
  if (outcome.settlesTo === 'delivered') return { kind: 'delivered', ...deliveryOf(order, token) };
  return { kind: 'rejected', reversed: true, ...REJECTED, code: '040' };
}

/** `costKobo` is null: play money earns nothing and loses nothing. */
const deliveryOf = (order: ProviderOrder, token: string | null): Delivery => ({
  costKobo: null,
  providerTransactionId: `sim-${order.providerRef}`,
  mismatch: null,
  meter: order.productType === 'ELECTRICITY' ? meterOf(order, token) : null,
});

function meterOf({ recipient, amountKobo }: ProviderOrder, token: string | null): MeterDelivery {
  const { name, address } = customerOf(recipient);
  const units = token === null ? null : (Number(amountKobo) / UNIT_KOBO).toFixed(1);
  return { token, bonusToken: null, units, customerName: name, address };
}

const newToken = (): string => Array.from({ length: 20 }, () => randomInt(10)).join('');

const unknown = (reason: string): SendOutcome => ({ kind: 'unknown', reason, rejection: null, orderSeen: false });
const unanswered = (reason: string): RequeryOutcome => ({ kind: 'unanswered', reason });

/**
 * The look-ups of a test account. Owners are invented; a DStv or GOtv card has a package of the live list, and renews
 * it 10 % below its price when its number is even.
 */
export function createSimulatedLookups(
  packages: (serviceId: string) => Promise<Variation[]>,
): Pick<ProviderLookups, 'verifySmartcard' | 'verifyMeter'> {
  return {
    verifySmartcard: (serviceId, number) =>
      lookUp(number, async () => {
        const { name } = customerOf(number);
        const list = serviceId === 'startimes' ? [] : await packages(serviceId);
        const owned = list.length > 0 ? pickFor(number, list) : null;
        return {
          ...{ customerName: name, customerNumber: number, customerType: serviceId.toUpperCase() },
          ...{ status: 'ACTIVE', dueDate: '' },
          currentPackageCodes: owned === null ? [] : [owned.code],
          renewalAmountKobo: owned === null ? null : renewalOf(number, owned.priceKobo),
        };
      }),
    verifyMeter: (_serviceId, number) =>
      number.endsWith('99999')
        ? Promise.resolve({ kind: 'not_recognised', reason: 'This meter cannot be sold to.' })
        : lookUp(number, async () => ({ meterNumber: number, ...ownerOf(number) })),
  };
}

const ownerOf = (number: string) => {
  const { name, address } = customerOf(number);
  return { customerName: name, address };
};

const renewalOf = (number: string, priceKobo: bigint): bigint =>
  /[02468]$/.test(number) ? (priceKobo * 9n) / 10n : priceKobo;

/** Fails as a purchase with the same number would. */
async function lookUp<T>(number: string, find: () => Promise<T>): Promise<Lookup<T>> {
  const { outcome, delayMs } = outcomeOf(number);
  if (delayMs > 0) await pause(Math.min(delayMs, LOOKUP_MS));
  if (outcome.unknownNumber) return { kind: 'not_recognised', reason: 'This number is not known.' };
  if (outcome.answers !== 'state' && outcome.answers !== 'low_float')
    return { kind: 'unavailable', reason: outcome.answers };
  return { kind: 'found', value: await find() };
}

/** A look-up at a provider ends after 10 s, with or without an answer. */
const LOOKUP_MS = 10_000;
