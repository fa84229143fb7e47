import { customerOf } from '../merchant-verify/customers';
import type { Order } from '../orders/order';
import { discoOf, type PowerSale } from './discos';

/** 7.5 % VAT is part of what is paid; the price of a kilowatt-hour is invented. */
const VAT_SHARE = 1.075;
const NAIRA_PER_KWH = 62.5;

/** What an order for power adds to an answer. */
export type MeterFields = {
  /** For `/pay` and `/requery`: "" without a token. */
  purchasedCode: string;
  /** For `/requery` alone, inside `content.transactions`. */
  extras: string | null;
  /** Next to `code` and `content`. */
  fields: Readonly<Record<string, unknown>>;
};

const NOTHING: MeterFields = { purchasedCode: '', extras: null, fields: {} };

/** Puts a delivery for a meter in its disco's own form. Nothing else has any of it: neither another product, nor what is not delivered. */
export function meterFieldsOf({ meter, status, ...order }: Order): MeterFields {
  if (meter === undefined || status !== 'delivered') return NOTHING;
  const disco = discoOf(order.service.id);
  const sale = saleOf(order);
  if (meter.type === 'postpaid') return { ...NOTHING, fields: disco.postpaid(sale) };
  if (meter.awaitsToken) return { ...NOTHING, fields: { ...disco.prepaid(sale), ...disco.noToken } };

  const token = disco.write(meter.token);
  const units = (order.amountNaira / VAT_SHARE / NAIRA_PER_KWH).toFixed(1);
  return {
    purchasedCode: `${disco.label}${token}`,
    extras: `Token : ${token}`,
    fields: {
      ...disco.prepaid(sale),
      ...disco.token({ ...sale, token, bonusToken: disco.write(meter.bonusToken), units }),
    },
  };
}

function saleOf({ recipient, service, amountNaira, transactionId }: Omit<Order, 'meter' | 'status'>): PowerSale {
  const energyNaira = amountNaira / VAT_SHARE;
  return {
    meterNumber: recipient,
    customer: customerOf(recipient),
    productName: service.productName,
    amount: amountNaira.toFixed(2),
    vat: (amountNaira - energyNaira).toFixed(2),
    energyAmount: energyNaira.toFixed(2),
    reference: transactionId.slice(-16),
  };
}
