import { examOf } from '../education/exams';
import { toGoodsFields } from './goods';
import type { Order } from './order';

/** 000 only means "read the status": a pending order has it too. */
const CODES = {
  delivered: { code: '000', response_description: 'TRANSACTION SUCCESSFUL' },
  pending: { code: '000', response_description: 'TRANSACTION PROCESSING - PENDING' },
  failed: { code: '016', response_description: 'TRANSACTION FAILED' },
  reversed: { code: '040', response_description: 'TRANSACTION REVERSAL TO WALLET' },
} as const;

/** The merchant whose account is charged, never the recipient. The values are those of VTpass's sandbox samples. */
const MERCHANT = { email: 'sandbox@sandbox.vtpass.com', phone: '123450987623' };

/**
 * An order as `/pay` answers it: amounts in the JSON type that was sent, the commission exact. An exam has types of its
 * own.
 */
export function toPayReply(order: Order) {
  const { code, response_description } = CODES[order.status];
  const { purchasedCode, fields } = toGoodsFields(order);
  return {
    code,
    content: {
      transactions: toTransaction(order, {
        amount: order.amountAsSent,
        commission: order.commissionNaira,
        method: 'api',
      }),
    },
    response_description,
    ...toFrame(order),
    purchased_code: purchasedCode,
    ...fields,
  };
}

/** An order as `/requery` answers it: amounts as numbers, commission in whole naira, plus `extras` and `product_id`. */
export function toRequeryReply(order: Order) {
  const { code, response_description } = CODES[order.status];
  const { purchasedCode, extras, fields } = toGoodsFields(order);
  const dialect = { amount: order.amountNaira, commission: Math.round(order.commissionNaira), method: 'wallet' };
  return {
    response_description,
    code,
    content: { transactions: { ...toTransaction(order, dialect), extras, product_id: order.service.productId } },
    ...toFrame(order),
    purchased_code: purchasedCode,
    ...fields,
  };
}

/** The callback for an order that VTpass's staff settled. VTpass sends none for other orders. */
export function toTransactionUpdate(order: Order) {
  const { code } = CODES[order.status];
  const reversed = order.status === 'reversed';
  const dialect = { amount: order.amountNaira, commission: order.commissionNaira, method: 'wallet' };
  return {
    type: 'transaction-update',
    data: {
      code,
      content: { transactions: toTransaction(order, dialect) },
      response_description: reversed ? 'TRANSACTION REVERSAL TO WALLET' : 'TRANSACTION DELIVERED',
      ...toFrame(order),
      transaction_date: null,
      purchased_code: toGoodsFields(order).purchasedCode,
      ...(reversed ? { wallet_credit_id: order.transactionId } : {}),
    },
  };
}

function toTransaction(order: Order, dialect: { amount: string | number; commission: number; method: string }) {
  const { quantity = 1 } = order;
  const write = (naira: string | number) => writeNaira(order, 'inside', naira);
  const amount = write(dialect.amount);
  return {
    status: order.status,
    product_name: order.service.productName,
    unique_element: order.recipient,
    unit_price: quantity === 1 ? amount : write(Number(dialect.amount) / quantity),
    quantity,
    service_verification: null,
    channel: 'api',
    commission: write(dialect.commission),
    total_amount: order.totalNaira,
    discount: null,
    type: order.service.type,
    ...MERCHANT,
    name: null,
    convinience_fee: 0,
    amount,
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

/** The outer amount is the face value. For a reversal it is what the merchant got back, as in VTpass's sample. */
function toFrame(order: Order) {
  return {
    requestId: order.requestId,
    amount: writeNaira(order, 'outside', order.status === 'reversed' ? order.totalNaira : order.amountNaira),
    transaction_date: `${order.at.slice(0, 19)}.000000Z`,
  };
}

/** Only exams change the type, and each in one place at most. */
function writeNaira({ service, exam }: Order, place: 'inside' | 'outside', naira: string | number): string | number {
  return exam !== undefined && examOf(service.id).textAmounts === place ? Number(naira).toFixed(2) : naira;
}
