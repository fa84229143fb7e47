import { toExamFields } from '../education/exam-sale';
import { toMeterFields } from '../electricity/meter-fields';
import { type GoodsFields, NOTHING } from './goods-fields';
import type { Order } from './order';

/** Whether the tokens or PINs come only after the delivery. */
export function awaitsToken({ meter, exam }: Order): boolean {
  return (meter?.type === 'prepaid' && meter.awaitsToken) || exam?.awaitsToken === true;
}

/** The order whose tokens or PINs have come. */
export function withToken(order: Order): Order {
  const { meter, exam } = order;
  if (meter?.type === 'prepaid') return { ...order, meter: { ...meter, awaitsToken: false } };
  return exam === undefined ? order : { ...order, exam: { ...exam, awaitsToken: false } };
}

/** The goods of a delivery. Airtime, data and TV, and orders that are not delivered, add nothing. */
export function toGoodsFields(order: Order): GoodsFields {
  const { status, meter, exam } = order;
  if (status !== 'delivered') return NOTHING;
  if (meter !== undefined) return toMeterFields(order, meter);
  return exam === undefined ? NOTHING : toExamFields(order.service.id, exam);
}
