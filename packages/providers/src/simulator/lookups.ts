import { setTimeout } from 'node:timers/promises';
import type { Lookup, ProviderLookups, Smartcard, Variation } from '@topup/core/provider';
import type { Clock } from '@topup/core/shared';
import {
  CARD_NOT_RECOGNISED,
  METER_NOT_RECOGNISED,
  METER_NOT_SOLD_TO,
  PROFILE_NOT_RECOGNISED,
} from '../vtpass/lookups/read-verification';
import { customerOf, pick, seedOf } from './customers';
import { discoOf } from './discos';
import { outcomeOf } from './outcomes';
import { tokenFormOf } from './token-forms';

type Deps = {
  /** The live list of a cable TV service. */
  packages: (serviceId: string) => Promise<Variation[]>;
  clock: Clock;
  /** A lookup ends then, with or without an answer. Default 10,000, as at the live provider. */
  lookupTimeoutMs?: number;
};

/**
 * The lookups of a test account, with the rules of docs/reference/sandbox.md. Owners are invented; a DStv or GOtv card
 * has a package of the live list, and renews it 10 % below its price when its number is even.
 */
export function createSimulatedLookups({
  packages,
  clock,
  lookupTimeoutMs = 10_000,
}: Deps): Required<Pick<ProviderLookups, 'verifySmartcard' | 'verifyMeter' | 'verifyProfile'>> {
  /** Fails as a purchase with the same number would. A broken connection is tried twice, as at the live provider. */
  async function lookUp<T>(number: string, unknown: string, find: () => Promise<Lookup<T>>): Promise<Lookup<T>> {
    const { outcome, delayMs } = outcomeOf(number);
    const { answers } = outcome;
    const isSilent = answers === 'no answer in time';
    const waitMs = isSilent ? lookupTimeoutMs : answers === 'the connection broke' ? 2 * delayMs : delayMs;
    if (waitMs > 0) await setTimeout(Math.min(waitMs, lookupTimeoutMs));
    if (waitMs >= lookupTimeoutMs) return { kind: 'unavailable', reason: 'no answer in time' };
    if (outcome.unknownNumber) return { kind: 'not_recognised', reason: unknown };
    return answers === 'state' || answers === 'low_float' ? find() : { kind: 'unavailable', reason: answers };
  }

  return {
    verifySmartcard: (serviceId, number) =>
      lookUp(number, CARD_NOT_RECOGNISED, async () => {
        const card = { customerName: customerOf(number).name, customerNumber: number };
        if (serviceId === 'startimes') return { kind: 'found', value: { ...card, ...NOTHING_MORE } };
        const subscription = subscriptionOf(serviceId, number, clock.now());
        return { kind: 'found', value: { ...card, ...subscription, ...ownedOf(number, await packages(serviceId)) } };
      }),
    verifyMeter: (serviceId, number) =>
      lookUp(number, METER_NOT_RECOGNISED, async () => {
        if (number.endsWith('99999')) return { kind: 'not_recognised', reason: METER_NOT_SOLD_TO };
        const { namesNobody, namesMinimum, minimumKobo } = discoOf(serviceId);
        const { name, address } = namesNobody ? { name: '', address: '' } : customerOf(number);
        const owes = tokenFormOf(number).charges === true;
        const value = {
          meterNumber: number,
          customerName: name,
          address,
          minimumKobo: owes ? 150_000n : namesMinimum ? minimumKobo : null,
          arrearsKobo: owes ? 450_000n : null,
        };
        return { kind: 'found', value };
      }),
    verifyProfile: (_serviceId, number) =>
      lookUp(number, PROFILE_NOT_RECOGNISED, async () => ({
        kind: 'found',
        value: { customerName: customerOf(number).name },
      })),
  };
}

/** StarTimes reports the name alone. */
const NOTHING_MORE = { customerType: '', status: '', dueDate: '', currentPackageCodes: [], renewalAmountKobo: null };

/** DStv writes the day as 2025-02-02T00:00:00, GOtv as 02-FEB-25. */
function subscriptionOf(
  serviceId: string,
  number: string,
  now: Date,
): Pick<Smartcard, 'customerType' | 'status' | 'dueDate'> {
  const due = new Date(now.getTime() + (1 + (seedOf(number) % 30)) * 86_400_000);
  const day = due.toISOString().slice(0, 10);
  const month = due.toLocaleString('en-GB', { month: 'short', timeZone: 'UTC' }).slice(0, 3).toUpperCase();
  const dueDate = serviceId === 'dstv' ? `${day}T00:00:00` : `${day.slice(8)}-${month}-${day.slice(2, 4)}`;
  return { customerType: serviceId.toUpperCase(), status: 'ACTIVE', dueDate };
}

function ownedOf(
  number: string,
  list: readonly Variation[],
): Pick<Smartcard, 'currentPackageCodes' | 'renewalAmountKobo'> {
  if (list.length === 0) return { currentPackageCodes: [], renewalAmountKobo: null };
  const { code, priceKobo } = pick(list, seedOf(number));
  const renewalAmountKobo = /[02468]$/.test(number) ? (priceKobo * 9n + 5n) / 10n : priceKobo;
  return { currentPackageCodes: [code], renewalAmountKobo };
}
