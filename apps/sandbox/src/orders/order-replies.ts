import { meterFieldsOf } from '../electricity/meter-fields';
import type { Order } from './order';

/** What each code of a refusal says in `response_description`. */
const REFUSALS = {
  '010': 'VARIATION CODE DOES NOT EXIST',
  '011': 'INVALID ARGUMENTS',
  '012': 'PRODUCT DOES NOT EXIST',
  '013': 'BELOW MINIMUM AMOUNT ALLOWED',
  '014': 'REQUEST ID ALREADY EXIST',
  '015': 'INVALID REQUEST ID',
  '017': 'ABOVE MAXIMUM AMOUNT ALLOWED',
  '018': 'LOW WALLET BALANCE',
  '019': 'LIKELY DUPLICATE TRANSACTION',
  '085': 'IMPROPER REQUEST ID: DOES NOT START WITH TODAY IN LAGOS',
  '087': 'INVALID CREDENTIALS',
} as const;

export type RefusalCode = keyof typeof REFUSALS;

/** 000 says only "read the status": a pending order has it too. */
const VERDICTS = {
  delivered: { code: '000', response_description: 'TRANSACTION SUCCESSFUL' },
  pending: { code: '000', response_description: 'TRANSACTION PROCESSING - PENDING' },
  failed: { code: '016', response_description: 'TRANSACTION FAILED' },
  reversed: { code: '040', response_description: 'TRANSACTION REVERSAL TO WALLET' },
} as const;

/** The merchant whose account is charged, as in all of VTpass's sandbox samples; never the recipient. */
const MERCHANT = { email: 'sandbox@sandbox.vtpass.com', phone: '123450987623' };

/** The body of any refusal; it comes with HTTP 200. */
export function refusalReply(code: RefusalCode) {
  return { code, response_description: REFUSALS[code], content: { errors: [] } };
}

/** The body that comes with HTTP 500, without `response_description`. */
export const SYSTEM_ERROR = { code: '083', content: { errors: [] } };

/** What `/pay` says of an order: amounts in the JSON type they were sent in, the commission exact. */
export function payReply(order: Order) {
  const { code, response_description } = VERDICTS[order.status];
  const { purchasedCode, fields } = meterFieldsOf(order);
  return {
    code,
    content: {
      transactions: transactionOf(order, {
        amount: order.amountAsSent,
        commission: order.commissionNaira,
        method: 'api',
      }),
    },
    response_description,
    ...frameOf(order),
    purchased_code: purchasedCode,
    ...fields,
  };
}

/** What `/requery` says of it: amounts as numbers, the commission rounded to whole naira, and two fields more. */
export function requeryReply(order: Order) {
  const { code, response_description } = VERDICTS[order.status];
  const { purchasedCode, extras, fields } = meterFieldsOf(order);
  const dialect = { amount: order.amountNaira, commission: Math.round(order.commissionNaira), method: 'wallet' };
  return {
    response_description,
    code,
    content: { transactions: { ...transactionOf(order, dialect), extras, product_id: order.service.productId } },
    ...frameOf(order),
    purchased_code: purchasedCode,
    ...fields,
  };
}

/** What VTpass posts of an order that its staff settled; it sends none for any other. */
export function transactionUpdate(order: Order) {
  const { code } = VERDICTS[order.status];
  const reversed = order.status === 'reversed';
  const dialect = { amount: order.amountNaira, commission: order.commissionNaira, method: 'wallet' };
  return {
    type: 'transaction-update',
    data: {
      code,
      content: { transactions: transactionOf(order, dialect) },
      response_description: reversed ? 'TRANSACTION REVERSAL TO WALLET' : 'TRANSACTION DELIVERED',
      ...frameOf(order),
      transaction_date: null,
      purchased_code: meterFieldsOf(order).purchasedCode,
      ...(reversed ? { wallet_credit_id: order.transactionId } : {}),
    },
  };
}

function transactionOf(order: Order, dialect: { amount: string | number; commission: number; method: string }) {
  return {
    status: order.status,
    product_name: order.service.productName,
    unique_element: order.recipient,
    unit_price: dialect.amount,
    quantity: 1,
    service_verification: null,
    channel: 'api',
    commission: dialect.commission,
    total_amount: order.totalNaira,
    discount: null,
    type: order.service.type,
    ...MERCHANT,
    name: null,
    convinience_fee: 0,
    amount: dialect.amount,
    platform: 'api',
    method: dialect.method,
    transactionId: order.transactionId,
    commission_details: {
      amount: order.commissionNaira,
      rate: order.service.rate,
      rate_type: 'percent',
      computation_type: 'default',
    },
  };
}

/** The outer amount is the face value, except in VTpass's reversal sample, where it is what went back to the merchant's wallet. */
function frameOf(order: Order) {
  return {
    requestId: order.requestId,
    amount: order.status === 'reversed' ? order.totalNaira : order.amountNaira,
    transaction_date: `${order.at.slice(0, 19)}.000000Z`,
  };
}
