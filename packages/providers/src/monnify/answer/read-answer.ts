import { products } from '@topup/core/product';
import type { Delivery, ProviderOrder } from '@topup/core/provider';
import { formatNaira } from '@topup/core/shared';
import { parseExact, readKobo } from '../../http/exact';
import { field, isRecord, readStatus, readText } from '../../http/json';
import { maskedAnswer } from '../../http/masked-answer';
import { isSameNumber, isSamePhone } from '../../http/same-number';
import { readCharges } from '../../meter/read-charges';
import { readTokens } from '../../meter/read-tokens';
import { type MeterAnswer, soldToMeter } from '../../meter/sold-to-meter';
import { OK } from '../response-codes';

/**
 * The envelope of an answer. `body`: also of one that did not work, where it proves nothing but that an order is there.
 */
export type Answer = {
  httpStatus: number;
  isJson: boolean;
  /** It says that the call worked, and its HTTP status agrees. */
  ok: boolean;
  /** It says so, under whatever status. */
  works: boolean;
  /** It is in Monnify's own form and says that the call did not work. */
  failed: boolean;
  message: string;
  code: string;
  body: unknown;
  /** The answer itself, masked. Read on demand, which is for orders. */
  masked: () => string;
};

const SHOWN = ['responseCode', 'responseMessage', 'responseBody.vendStatus', 'responseBody.status'];

/** Reads any body: HTML, empty, or JSON of any shape. Never throws. */
export function readAnswer(httpStatus: number, bodyText: string): Answer {
  const json = parseExact(bodyText);
  const successful = field(json, 'requestSuccessful');
  const works = successful === true && field(json, 'responseCode') === OK;
  return {
    httpStatus,
    isJson: isRecord(json),
    ok: works && httpStatus >= 200 && httpStatus < 300,
    works,
    failed: successful === false,
    message: readText(field(json, 'responseMessage')),
    code: readText(field(json, 'responseCode')),
    body: field(json, 'responseBody'),
    masked: () => maskedAnswer(httpStatus, json, SHOWN),
  };
}

/** A vend as it and a requery answer it. What is absent or of another type is null. */
export type Vend = {
  /** Our reference, as Monnify echoes it. Present and not text is `unreadable`, which differs from every reference. */
  reference: string | null;
  id: string | null;
  /** Of the delivery, and of the payment: upper case. */
  status: string | null;
  paymentStatus: string | null;
};

export function readVend(body: unknown): Vend {
  const reference = field(body, 'vendReference');
  return {
    reference:
      reference === undefined || reference === null ? null : typeof reference === 'string' ? reference : 'unreadable',
    id: readText(field(body, 'transactionReference')) || null,
    status: readStatus(field(body, 'vendStatus')),
    paymentStatus: readStatus(field(body, 'status')),
  };
}

/** Whether there is an order in the answer, under any HTTP status: then an error contradicts it. */
export const hasVend = ({ reference, id, status, paymentStatus }: Vend): boolean =>
  reference !== null || id !== null || status !== null || paymentStatus !== null;

/** Whether the answer is about another order than ours. */
export const namesAnotherOrder = ({ reference }: Vend, { providerRef }: ProviderOrder): boolean =>
  reference !== null && reference !== providerRef;

/** Returns the amount that we ask of Monnify: what the client pays, or the fixed price of the plan. */
export const askedKobo = ({ product, amountKobo }: ProviderOrder): bigint | null =>
  product?.amount == null ? amountKobo : readKobo(product.amount);

/** Reads what was delivered. It costs the payable amount less the commission, which comes back on its own. */
export function readDelivery(body: unknown, order: ProviderOrder): Delivery {
  const payable = readKobo(field(body, 'payableAmount'));
  const commission = readKobo(field(body, 'commission'));
  const { goods, doubt } = soldToMeter(order, readText(field(body, 'customerId')) || null, (paidKobo) =>
    readMeter(body, paidKobo),
  );
  return {
    costKobo: payable === null || commission === null || commission > payable ? null : payable - commission,
    providerTransactionId: readVend(body).id,
    mismatch: describeMismatch(body, order, doubt),
    goods,
  };
}

/** Tokens and units are in `metaData`, the token with dashes or flat. */
function readMeter(body: unknown, paidKobo: bigint): MeterAnswer {
  const meta = field(body, 'metaData');
  const units = readText(field(meta, 'unit') ?? field(meta, 'units'));
  return {
    ...readTokens([meta, body]),
    ...readCharges([meta, body], paidKobo),
    units: /^[0-9]{1,9}(?:\.[0-9]{1,9})?$/.test(units) ? units : null,
    customerName: readText(field(body, 'customerName')),
    address: readText(field(body, 'address') ?? field(meta, 'address')),
  };
}

function describeMismatch(body: unknown, order: ProviderOrder, doubt: string | null): string | null {
  const faults: string[] = doubt === null ? [] : [doubt];
  const customer = readText(field(body, 'customerId'));
  const isSame = products[order.productType].recipient === 'phone' ? isSamePhone : isSameNumber;
  if (customer !== '' && !isSame(customer, order.recipient))
    faults.push(`customer …${customer.slice(-4)} instead of …${order.recipient.slice(-4)}`);
  const product = readText(field(body, 'productCode'));
  if (product !== '' && product !== order.product?.code)
    faults.push(`product ${product} instead of ${order.product?.code}`);
  const [amount, asked] = [readKobo(field(body, 'vendAmount')), askedKobo(order)];
  if (amount !== null && asked !== null && amount !== asked)
    faults.push(`amount ${formatNaira(amount)} instead of ${formatNaira(asked)}`);
  return faults.length === 0 ? null : `delivered with ${faults.join(' and ')}`;
}
