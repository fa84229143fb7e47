import { customerOf } from '../merchant-verify/customers';
import type { Order } from '../orders/order';
import { discoOf, type PowerSale } from './discos';

/** The amount includes 7.5 % VAT. The price of a kilowatt-hour is invented. */
const VAT_SHARE = 1.075;
const NAIRA_PER_KWH = 62.5;

/** What an order for electricity adds to an answer. */
export type MeterFields = {
  /** In `/pay` and `/requery`; empty without a token. */
  purchasedCode: string;
  /** In `/requery` only, inside `content.transactions`. */
  extras: string | null;
  /** Next to `code` and `content`. */
  fields: Readonly<Record<string, unknown>>;
};

const NOTHING: MeterFields = { purchasedCode: '', extras: null, fields: {} };

/** A delivery to a meter in the form of its disco. Other products, and orders that are not delivered, add nothing. */
export function toMeterFields({ meter, status, ...order }: Order): MeterFields {
  if (meter === undefined || status !== 'delivered') return NOTHING;
  const disco = discoOf(order.service.id);
  const sale = saleOf(order);
  if (meter.type === 'postpaid') return { ...NOTHING, fields: disco.postpaid(sale) };
  if (meter.awaitsToken) return { ...NOTHING, fields: { ...disco.prepaid(sale), ...disco.noToken } };

  const token = disco.write(meter.token);
  const units = unitsFor(order.amountNaira);
  return {
    purchasedCode: `${disco.label}${token}`,
    extras: `Token : ${token}`,
    fields: {
      ...disco.prepaid(sale),
      ...disco.token({ ...sale, token, bonusToken: disco.write(meter.bonusToken), units }),
    },
  };
}

/** The kilowatt-hours for an amount in naira, with one decimal. */
export function unitsFor(amountNaira: number): string {
  return (amountNaira / VAT_SHARE / NAIRA_PER_KWH).toFixed(1);
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
