import type { ListedProduct, Lookup } from '@topup/core/provider';
import { formatNaira } from '@topup/core/shared';
import { koboAbove, parseExact, readBillionths, readKobo } from '../../http/exact';
import { field, isRecord, readText } from '../../http/json';
import { networkIn } from '../../names-of-services';
import { readCurrency, readId } from '../answer/read-top-up';
import { NOT_NAIRA } from './read-balance';

const HUNDRED_PERCENT = 100_000_000_000n;
const PER_KOBO = 10_000_000n;

type Operator = { entry: Record<string, unknown>; code: string; name: string };

/**
 * Reads an answer to `GET /operators/countries/NG`: an operator of a RANGE is airtime, one with FIXED amounts of data
 * is one product for each amount. Left out are PINs, bundles of calls, what is switched off, what is not sold in naira,
 * and entries that are not readable. Source: Reloadly's page "Operators by country".
 */
export function readOperators(bodyText: string): Lookup<ListedProduct[]> {
  const body = parseExact(bodyText);
  if (!Array.isArray(body)) return { kind: 'unavailable', reason: 'the answer has no list' };
  const wallets = body.map((entry) => readCurrency(field(entry, 'senderCurrencyCode')));
  if (wallets.some((currency) => currency !== null && currency !== 'NGN'))
    return { kind: 'unavailable', reason: NOT_NAIRA };
  return { kind: 'found', value: body.flatMap(readEntry) };
}

function readEntry(entry: unknown): ListedProduct[] {
  if (!isRecord(entry)) return [];
  const code = readId(field(entry, 'operatorId') ?? field(entry, 'id'));
  const name = readText(field(entry, 'name'));
  if (code === null || name === '' || !isSold(entry)) return [];
  const is = (flag: string) => field(entry, flag) === true;
  const type = field(entry, 'denominationType');
  if (type === 'RANGE' && !is('data') && !is('bundle') && !is('comboProduct'))
    return [airtimeOf({ entry, code, name })];
  return type === 'FIXED' && is('data') ? plansOf({ entry, code, name }) : [];
}

function isSold(entry: Record<string, unknown>): boolean {
  return (
    field(entry, 'status') === 'ACTIVE' &&
    field(entry, 'senderCurrencyCode') === 'NGN' &&
    field(entry, 'destinationCurrencyCode') === 'NGN' &&
    field(entry, 'supportsLocalAmounts') !== false &&
    field(entry, 'pin') !== true
  );
}

function airtimeOf({ entry, code, name }: Operator): ListedProduct {
  const bound = (local: string, wallet: string) => readKobo(field(entry, local)) ?? readKobo(field(entry, wallet));
  return {
    productType: 'AIRTIME',
    serviceId: networkIn(name)?.airtime ?? null,
    product: { code, amount: null },
    name,
    costKobo: null,
    leastKobo: bound('localMinAmount', 'minAmount'),
    mostKobo: bound('localMaxAmount', 'maxAmount'),
    meterType: null,
  };
}

/** For a wallet in naira the lists of local amounts are empty, and those of the wallet's own amounts are in naira. */
function plansOf({ entry, code, name }: Operator): ListedProduct[] {
  const local = field(entry, 'localFixedAmounts');
  const isLocal = Array.isArray(local) && local.length > 0;
  const amounts = isLocal ? local : field(entry, 'fixedAmounts');
  const descriptions = field(entry, isLocal ? 'localFixedAmountsDescriptions' : 'fixedAmountsDescriptions');
  const kobos = new Set((Array.isArray(amounts) ? amounts : []).map(readKobo));
  // "Bundle" is also what packages of calls are called
  const serviceId = /\bdata\b/i.test(name) ? (networkIn(name)?.data ?? null) : null;
  return [...kobos].flatMap((kobo) => {
    if (kobo === null || kobo === 0n) return [];
    const amount = formatNaira(kobo);
    const plan: ListedProduct = {
      productType: 'DATA',
      serviceId,
      product: { code, amount },
      name: readText(field(descriptions, amount)) || `${name} ${amount}`,
      costKobo: costOf(entry, kobo),
      leastKobo: null,
      mostKobo: null,
      meterType: null,
    };
    return [plan];
  });
}

/**
 * Computes the cost of an order in local currency, rounded up: less the local discount, or instead more by the local
 * fee, and with the flat fee. A fee in percent excludes a discount, as was seen in Reloadly's sandbox.
 */
function costOf(entry: Record<string, unknown>, kobo: bigint): bigint {
  const fees = field(entry, 'fees');
  const discount = readPart(field(entry, 'localDiscount'));
  const feePercent = readPart(field(fees, 'localPercentage'));
  const flat = readPart(field(fees, 'local'));
  const percent = HUNDRED_PERCENT + (feePercent > 0n ? feePercent : -discount);
  const cost = kobo * PER_KOBO * percent;
  return koboAbove((cost + HUNDRED_PERCENT - 1n) / HUNDRED_PERCENT + flat);
}

/** Absent is none, and so is less than none. */
function readPart(value: unknown): bigint {
  const part = readBillionths(value) ?? 0n;
  return part < 0n ? 0n : part;
}
