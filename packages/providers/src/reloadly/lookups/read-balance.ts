import type { Lookup } from '@topup/core/provider';
import { koboBelow, parseExact, readBillionths } from '../../http/exact';
import { field } from '../../http/json';
import { readCurrency } from '../answer/read-top-up';

export const NOT_NAIRA = 'our wallet at Reloadly is not in naira';

/** Reads `GET /accounts/balance`, rounded down to the kobo: `{"balance":993.81000,"currencyCode":"NGN"}`. */
export function readBalance(bodyText: string): Lookup<bigint> {
  const body = parseExact(bodyText);
  if (body === undefined) return { kind: 'unavailable', reason: 'the answer is not JSON' };
  const balance = readBillionths(field(body, 'balance'));
  const currency = readCurrency(field(body, 'currencyCode'));
  if (balance === null || currency === null) return { kind: 'unavailable', reason: 'the answer has no balance' };
  if (currency !== 'NGN') return { kind: 'unavailable', reason: NOT_NAIRA };
  return { kind: 'found', value: koboBelow(balance) };
}
