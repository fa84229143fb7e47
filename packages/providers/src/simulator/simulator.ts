import { setTimeout } from 'node:timers/promises';
import { deliversToken, products } from '@topup/core/product';
import {
  askSimulatedOrder,
  type Delivery,
  type Goods,
  insertSimulatedOrder,
  NO_GOODS,
  type Provider,
  type ProviderOrder,
  type Rejection,
  type RequeryOutcome,
  type SendOutcome,
  SIMULATOR,
} from '@topup/core/provider';
import { type Db, parseNaira } from '@topup/core/shared';
import { mintRef } from '../mint-ref';
import { AMOUNT_TOO_HIGH, AMOUNT_TOO_LOW, FAILED, NO_ORDERS, REVERSED } from '../vtpass/response-codes';
import { customerOf } from './customers';
import { discoOf, limitsOf } from './discos';
import { drawDigits } from './draw-digits';
import { newPin, serialOf } from './exams';
import { outcomeOf, type SimulatedOutcome } from './outcomes';
import { formOfOrder, keyChangeTokensOf } from './token-forms';

/** A pending order settles with the third requery, and a token that comes later comes with the third after that. */
const REQUERIES_TO_SETTLE = 3;
const VAT_SHARE = 1.075;
/** The cost of one unit of electricity, in naira: the price and 7.5 % VAT. */
const UNIT_NAIRA = 62.5 * VAT_SHARE;

const REJECTED: Rejection = { code: '016', reason: FAILED, fault: 'order' };
/** The live provider's code for it is a fault of our account, which alerts somebody; this one is nobody's. */
const LOW_FLOAT: Rejection = { code: '018', reason: NO_ORDERS, fault: 'order' };
const TOO_LOW: Rejection = { code: '013', reason: AMOUNT_TOO_LOW, fault: 'order' };
const TOO_HIGH: Rejection = { code: '017', reason: AMOUNT_TOO_HIGH, fault: 'order' };

/**
 * Serves the purchases of test accounts: nothing leaves this process. Outcomes and delays are those of
 * docs/reference/sandbox.md, by number. What was sent is kept in the database, so that every process can be asked about
 * it.
 */
export function createSimulator({ db }: { db: Db }): Provider {
  return {
    name: SIMULATOR,
    mode: 'test',
    mintRef,
    async send(order, deadline) {
      const refusal = refusalOf(order);
      if (refusal !== null) return { kind: 'rejected', ...refusal };
      const { outcome, delayMs } = outcomeOf(order.recipient);
      const token = deliversToken(order.productType, order.variationCode) ? newToken(order) : null;
      try {
        if (outcome.arrives !== null) await insertSimulatedOrder(db, { ...order, token, inMs: delayMs });
      } catch {
        return unknown('the simulator could not keep the order');
      }
      const leftMs = deadline.remainingMs();
      const waitMs = outcome.answers === 'no answer in time' ? leftMs : Math.min(delayMs, leftMs);
      if (waitMs > 0) await setTimeout(waitMs);
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

/** The amount is checked before the number is looked at, and a refused order is not kept. */
function refusalOf(order: ProviderOrder): Rejection | null {
  const limits = limitsOf(order);
  if (limits === null) return null;
  if (order.amountKobo < limits.minimumKobo) return TOO_LOW;
  return order.amountKobo > limits.maximumKobo ? TOO_HIGH : null;
}

function answerOf(order: ProviderOrder, outcome: SimulatedOutcome, token: string | null): SendOutcome {
  if (outcome.answers === 'low_float') return { kind: 'rejected', ...LOW_FLOAT };
  if (outcome.answers !== 'state') return unknown(outcome.answers);
  if (outcome.arrives === 'failed') return { kind: 'rejected', ...REJECTED };
  if (outcome.arrives === 'pending')
    return { kind: 'unknown', reason: 'status pending', rejection: null, orderSeen: true };
  const lacksToken = isTokenLater(order, outcome) || formOfOrder(order).doubt !== undefined;
  return { kind: 'delivered', ...deliveryOf(order, lacksToken ? null : token) };
}

function stateOf(
  order: ProviderOrder,
  outcome: SimulatedOutcome,
  { requeries, token }: { requeries: number; token: string | null },
): RequeryOutcome {
  if (outcome.arrives === 'failed') return { kind: 'rejected', reversed: false, ...REJECTED };
  if (outcome.arrives === 'pending') {
    if (outcome.settlesTo === null || requeries < REQUERIES_TO_SETTLE)
      return { kind: 'open', reason: 'status pending', stuck: false };
    if (outcome.settlesTo === 'reversed')
      return { kind: 'rejected', reversed: true, code: '040', reason: REVERSED, fault: 'order' };
  }
  const deliveredFor = outcome.arrives === 'pending' ? requeries - REQUERIES_TO_SETTLE : requeries;
  const isLater = isTokenLater(order, outcome) && deliveredFor < REQUERIES_TO_SETTLE;
  const lacksToken = isLater || formOfOrder(order).lasts === 'forever';
  return { kind: 'delivered', ...deliveryOf(order, lacksToken ? null : token) };
}

const isTokenLater = (order: ProviderOrder, outcome: SimulatedOutcome): boolean =>
  outcome.tokenLater === true ||
  formOfOrder(order).lasts === 'until later' ||
  (isForMeter(order) && discoOf(order.serviceId).tokenAlwaysLater === true);

/** `costKobo` is null: test money earns nothing and loses nothing. */
function deliveryOf(order: ProviderOrder, token: string | null): Delivery {
  const { doubt } = formOfOrder(order);
  return {
    costKobo: null,
    providerTransactionId: `sim-${order.providerRef}`,
    mismatch: token === null && doubt !== undefined ? `delivered with ${doubt}` : null,
    goods: goodsOf(order, token),
  };
}

const isForMeter = ({ productType }: ProviderOrder): boolean => products[productType].recipient === 'meter';

function goodsOf(order: ProviderOrder, token: string | null): Goods | null {
  if (isForMeter(order)) return meterOf(order, token);
  if (!deliversToken(order.productType, order.variationCode)) return null;
  return { ...NO_GOODS, token, serial: token && serialOf(order.serviceId, token) };
}

function meterOf(order: ProviderOrder, token: string | null): Goods {
  const { recipient, amountKobo, serviceId, variationCode } = order;
  const { prepaidNames, postpaidNames, hasBonusToken, namesVat } = discoOf(serviceId);
  const form = formOfOrder(order);
  const named = variationCode === 'prepaid' ? prepaidNames : postpaidNames;
  const { name, address } = customerOf(recipient);
  const debtKobo = form.charges ? amountKobo / 10n : 0n;
  const naira = Number(amountKobo - debtKobo) / 100;
  const isNamed = token !== null || form.doubt !== undefined;
  const isVatNamed =
    variationCode === 'prepaid' && (token === null ? namesVat === 'at once' : form.charges || namesVat !== undefined);
  return {
    keyChangeTokens: token === null ? [] : keyChangeTokensOf(token, form),
    token,
    bonusToken: token !== null && hasBonusToken ? bonusTokenOf(token) : null,
    debtKobo: form.charges && token !== null ? debtKobo : null,
    vatKobo: isVatNamed ? parseNaira((naira - naira / VAT_SHARE).toFixed(2)) : null,
    units: isNamed ? String(Number((naira / UNIT_NAIRA).toFixed(1))) : null,
    customerName: named === 'name and address' ? name : '',
    address: named === 'nothing' ? '' : address,
  };
}

const newToken = (order: ProviderOrder): string => {
  const { serviceId } = order;
  if (!isForMeter(order)) return newPin(serviceId);
  return `${discoOf(serviceId).firstDigit ?? ''}${drawDigits(20)}`.slice(0, 20);
};

/** Every digit is another than that of the token, from which it follows: so it need not be kept. */
const bonusTokenOf = (token: string): string => [...token].map((digit) => 9 - Number(digit)).join('');

const unknown = (reason: string): SendOutcome => ({ kind: 'unknown', reason, rejection: null, orderSeen: false });
const unanswered = (reason: string): RequeryOutcome => ({ kind: 'unanswered', reason });
