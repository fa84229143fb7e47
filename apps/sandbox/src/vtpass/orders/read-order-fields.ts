import { type Fields, isFilled } from '../../http/read-body';
import type { Variation } from '../catalogue/price-lists';
import type { Service } from '../catalogue/services';
import { examOf } from '../education/exams';
import { isMeterType } from '../electricity/meter';
import { bouquetOf } from '../verify/smartcards';
import type { Purchase } from './order';

type OrderFields = Pick<
  Purchase,
  'recipient' | 'amountAsSent' | 'amountNaira' | 'variationCode' | 'meterType' | 'quantity'
>;

/** 011: a field is missing or malformed; 010: the service has no such variation. */
type FieldsReading = { rejection: '010' | '011' } | { rejection: null; order: OrderFields };

const INCOMPLETE: FieldsReading = { rejection: '011' };
const NO_SUCH_VARIATION: FieldsReading = { rejection: '010' };

/**
 * Reads the fields of a `/pay` that depend on its product, and computes the charge.
 * @param list the current price list of the service; if a code stands there twice, the first counts
 */
export function readOrderFields(service: Service, fields: Fields, list: readonly Variation[]): FieldsReading {
  const { category } = service;
  if (!isFilled(fields.phone)) return INCOMPLETE;
  if (!isForPhone(service) && !isFilled(fields.billersCode)) return INCOMPLETE;
  switch (category) {
    case 'airtime':
      return withAmount(fields.phone, fields.amount);
    case 'data':
      return readData(fields, list);
    case 'tv-subscription':
      return service.id === 'startimes' ? readBouquet(fields, list) : readSubscription(service, fields, list);
    case 'electricity-bill':
      return readPower(fields);
    case 'education':
      return readExam(service, fields, list);
    default:
      category satisfies never;
      throw new Error('a service of an unknown category');
  }
}

/** Whether the recipient is the phone, and no other number is asked for. */
function isForPhone({ id, category }: Service): boolean {
  return category === 'airtime' || (category === 'education' && !examOf(id).byProfile);
}

/** Charges the price of the plan and ignores the amount that was sent. */
function readData(fields: Fields, list: readonly Variation[]): FieldsReading {
  if (!isFilled(fields.variation_code)) return INCOMPLETE;
  const plan = find(list, fields.variation_code);
  if (plan === undefined) return NO_SUCH_VARIATION;
  return withVariation(withPrice(fields, Number(plan.variation_amount)), plan);
}

/**
 * Charges whatever amount is sent, and delivers the whole bouquet for it. Without an amount it charges the price, if
 * there is one. Ignores `quantity`, because its effect is not documented.
 */
function readBouquet(fields: Fields, list: readonly Variation[]): FieldsReading {
  if (!isFilled(fields.variation_code)) return INCOMPLETE;
  const bouquet = find(list, fields.variation_code);
  if (bouquet === undefined) return NO_SUCH_VARIATION;
  const priceNaira = Number(bouquet.variation_amount);
  const usesPrice = !isFilled(fields.amount) && priceNaira > 0;
  return withVariation(
    usesPrice ? withPrice(fields, priceNaira) : withAmount(fields.billersCode, fields.amount),
    bouquet,
  );
}

/**
 * A renewal charges for the card's own bouquet and delivers it, whatever amount and bouquet are sent: anyone who sells
 * it as another pays the difference. DStv still asks for an amount.
 */
function readSubscription(service: Service, fields: Fields, list: readonly Variation[]): FieldsReading {
  if (fields.subscription_type === 'change') return readBouquet(fields, list);
  if (fields.subscription_type !== 'renew') return INCOMPLETE;
  if (service.id === 'dstv' || isFilled(fields.amount)) {
    const sent = withAmount(fields.billersCode, fields.amount);
    if (sent.rejection !== null) return sent;
  }
  const card = bouquetOf(String(fields.billersCode), list);
  if (card === null) return NO_SUCH_VARIATION;
  return withVariation(withPrice(fields, card.renewalNaira), card.bouquet);
}

function readPower({ billersCode, amount, variation_code: meterType }: Fields): FieldsReading {
  if (!isFilled(meterType)) return INCOMPLETE;
  if (!isMeterType(meterType)) return NO_SUCH_VARIATION;
  const reading = withAmount(billersCode, amount);
  return reading.rejection === null ? { rejection: null, order: { ...reading.order, meterType } } : reading;
}

/** Charges the price of each PIN and ignores the amount that was sent. */
function readExam({ id }: Service, fields: Fields, list: readonly Variation[]): FieldsReading {
  const { byProfile } = examOf(id);
  const recipient = byProfile ? fields.billersCode : fields.phone;
  const quantity = byProfile ? 1 : readQuantity(fields.quantity);
  if (!isFilled(fields.variation_code) || quantity === null) return INCOMPLETE;
  const variation = find(list, fields.variation_code);
  if (variation === undefined) return NO_SUCH_VARIATION;
  const amountNaira = Number(variation.variation_amount) * quantity;
  return withVariation(
    { rejection: null, order: { recipient: String(recipient), amountAsSent: amountNaira, amountNaira, quantity } },
    variation,
  );
}

/** One if none is sent; null if it is not a whole number from 1, which is our choice. */
function readQuantity(quantity: unknown): number | null {
  if (!isFilled(quantity)) return 1;
  return /^[1-9]\d*$/.test(String(quantity)) ? Number(quantity) : null;
}

function withAmount(recipient: unknown, amount: unknown): FieldsReading {
  if (!isFilled(amount) || !/^-?\d+(\.\d+)?$/.test(String(amount))) return INCOMPLETE;
  return {
    rejection: null,
    order: { recipient: String(recipient), amountAsSent: amount, amountNaira: Number(amount) },
  };
}

function withPrice({ billersCode, amount }: Fields, priceNaira: number): FieldsReading {
  const amountAsSent = typeof amount === 'string' ? String(priceNaira) : priceNaira;
  return { rejection: null, order: { recipient: String(billersCode), amountAsSent, amountNaira: priceNaira } };
}

function withVariation(reading: FieldsReading, { variation_code }: Variation): FieldsReading {
  return reading.rejection === null
    ? { rejection: null, order: { ...reading.order, variationCode: variation_code } }
    : reading;
}

function find(list: readonly Variation[], code: unknown): Variation | undefined {
  return list.find(({ variation_code }) => variation_code === code);
}
