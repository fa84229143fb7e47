import { keyChangeText, tokenFormOf } from '../customers/token-forms';
import type { FaultWords } from '../faults/send-fault';
import { fixedNumber } from '../http/exact-json';
import type { MonnifyKnobs } from './knobs';
import { needsValidation, type Product } from './products';
import type { Vend } from './vend';

/** The envelope of every answer that says it worked. */
export const success = (responseBody: object) => ({
  requestSuccessful: true,
  responseMessage: 'success',
  responseCode: '0',
  responseBody,
});

/** The envelope of every other one: the code is 99 but for a second account of a customer, and the text differs. */
export const failure = (responseMessage: string, responseCode = '99') => ({
  requestSuccessful: false,
  responseMessage,
  responseCode,
});

/** The gateway's own answer to a request without a valid token, outside the envelope. */
export const UNAUTHORIZED = { error: 'invalid_token', error_description: 'Access token is missing, wrong or expired' };

export const INSUFFICIENT_BALANCE = failure('Insufficient balance to complete this purchase');
export const SYSTEM_FAULT = failure('An error occurred while processing your request');

export const MONNIFY_WORDS: FaultWords = {
  'system-error': { status: 500, body: SYSTEM_FAULT },
  'low-float': { status: 400, body: INSUFFICIENT_BALANCE },
};

const DESCRIPTIONS = {
  SUCCESS: 'Okay, purchase was successfully created.',
  IN_PROGRESS: 'Purchase is being processed.',
  FAILED: 'Purchase could not be completed.',
} as const;

/** A vend as it and a requery answer it. A prepaid meter has its token in `metaData`, once there is one. */
export function toVendReply(vend: Vend, { echo }: Pick<MonnifyKnobs, 'echo'>, status = vend.status) {
  const metaData = status === 'SUCCESS' ? metaDataOf(vend) : undefined;
  return success({
    ...(echo === 'reference' && { vendReference: vend.reference }),
    transactionReference: vend.transactionReference,
    vendStatus: status,
    description: DESCRIPTIONS[status],
    vendAmount: vend.amount / 100,
    payableAmount: fixedNumber(vend.payable, 2),
    commission: fixedNumber(vend.commission, 2),
    customerId: vend.customerId,
    productCode: vend.product.code,
    productName: vend.product.name,
    billerCode: vend.product.biller.code,
    billerName: vend.product.biller.name,
    ...(metaData && { metaData }),
  });
}

/** The one field for tokens holds all of them. How it names several is our choice. */
function metaDataOf({ meter, customerId }: Vend): { token: string; unit: string } | undefined {
  const at = tokenFormOf(customerId)?.at;
  if (meter === undefined || (meter.awaitsToken && at !== 'unlabelled')) return undefined;
  const [token = '', ...keys] = [meter.token, ...(meter.keyChangeTokens ?? [])].map(dashed);
  if (keys.length === 0) return { token, unit: meter.unit };
  if (meter.awaitsToken) return { token: [...keys, token].join(', '), unit: meter.unit };
  const parts = [keyChangeText(keys), `Token : ${token}`];
  return { token: (at === 'token' ? parts.reverse() : parts).join(' '), unit: meter.unit };
}

const dashed = (token: string): string => token.replace(/\d{4}(?=\d)/g, '$&-');

/** Four decimals, as in recorded answers. */
const amountOf = (kobo: number | null) => (kobo === null ? null : fixedNumber(kobo * 100, 4));

const priceTypeOf = ({ price }: Product) => (price === null ? 'OPEN' : 'FIXED');

export function toProductLine(product: Product) {
  const { code, name, category, biller, least, most, price, volume, days } = product;
  return {
    code,
    name,
    category: { code: category, name: category },
    biller,
    minAmount: amountOf(least),
    maxAmount: amountOf(most),
    price: amountOf(price),
    priceType: priceTypeOf(product),
    metadata: {
      volume,
      duration: days,
      productType: category === 'AIRTIME' ? { code: '6', name: 'Airtime' } : null,
      durationUnit: price !== null && days !== null ? 'DAY' : null,
      productCategory: null,
    },
  };
}

/** A customer that was found. Airtime and data find the phone itself. */
export function toCustomerReply(
  product: Product,
  customer: { name: string; address: string },
  reference: string | null,
) {
  return success({
    priceType: priceTypeOf(product),
    customerName: customer.name,
    ...(product.category === 'ELECTRICITY' && { address: customer.address }),
    vendInstruction: {
      requireValidationRef: needsValidation(product),
      ...(reference !== null && { validationReference: reference }),
    },
    minAmount: amountOf(product.least),
    maxAmount: amountOf(product.most),
  });
}
