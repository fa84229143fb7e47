import { customerOf } from '../../customers/customers';
import { debtOf, keyChangeFields, keyChangeText, tokenFormOf } from '../../customers/token-forms';
import { unitsFor, VAT_SHARE } from '../../customers/tokens';
import type { Fields } from '../../http/read-body';
import { type GoodsFields, NOTHING } from '../orders/goods-fields';
import type { Order } from '../orders/order';
import { discoOf, type PowerSale } from './discos';
import type { Meter } from './meter';

/** A delivery to a meter, in the form of its disco. */
export function toMeterFields(order: Order, meter: Meter): GoodsFields {
  const disco = discoOf(order.service.id);
  const sale = saleOf(order);
  if (meter.type === 'postpaid') return { ...NOTHING, fields: disco.postpaid(sale) };
  const form = tokenFormOf(order.recipient);
  const keys = meter.keyChangeTokens ?? [];
  const debt = debtOf(order.amountNaira, form);
  const units = unitsFor(order.amountNaira - debt);
  const texts = {
    code: `${keyChangeText(keys)} Token : ${meter.token}`,
    token: `Token : ${meter.token} ${keyChangeText(keys)}`,
    unlabelled: [...keys, meter.token].join(', '),
  };
  const inText = (text: string, own: Fields): GoodsFields => ({
    purchasedCode: text,
    extras: text === '' ? null : text,
    fields: { ...disco.prepaid(sale), units, ...own },
  });
  if (meter.awaitsToken)
    return form?.at === 'unlabelled'
      ? inText(texts.unlabelled, { token: texts.unlabelled })
      : { ...NOTHING, fields: { ...disco.prepaid(sale), ...disco.noToken } };
  if (form?.at === 'code') return inText(texts.code, {});
  if (form?.at === 'token' || form?.at === 'unlabelled') return inText(texts.token, { token: texts.token });
  if (form?.at === 'list') return inText('', { tokens: [meter.token] });

  const token = disco.write(meter.token);
  return {
    purchasedCode: `${disco.label}${token}`,
    extras: `Token : ${token}`,
    fields: {
      ...disco.prepaid(sale),
      ...disco.token({ ...sale, token, bonusToken: disco.write(meter.bonusToken), units }),
      ...keyChangeFields(keys),
      ...(form?.charges && chargesOf(order.amountNaira, debt)),
    },
  };
}

/** Debt, VAT and what is left for energy are the amount. */
function chargesOf(amountNaira: number, debt: number): Fields {
  const energy = (amountNaira - debt) / VAT_SHARE;
  return {
    debtAmount: round(debt),
    taxAmount: round(amountNaira - debt - energy),
    tokenAmount: round(energy),
  };
}

const round = (naira: number): number => Number(naira.toFixed(2));

function saleOf({ recipient, service, amountNaira, transactionId }: Order): PowerSale {
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
