import { type GoodsFields, NOTHING } from '../orders/goods-fields';
import { type ExamCard, examOf } from './exams';

/** The PINs of an order for an exam. They are drawn once, so that `/requery` answers those of `/pay`. */
export type ExamSale = {
  cards: ExamCard[];
  /** The order is delivered, but no answer contains the PINs yet. */
  awaitsToken: boolean;
};

export function newExamSale(serviceId: string, quantity: number, tokenLater: boolean): ExamSale {
  const { draw } = examOf(serviceId);
  return { cards: Array.from({ length: quantity }, draw), awaitsToken: tokenLater };
}

/** The PINs of a delivery, in the form of their exam. A recorded sale of two cards has `||` between them. */
export function toExamFields(serviceId: string, { cards, awaitsToken }: ExamSale): GoodsFields {
  if (awaitsToken) return NOTHING;
  const { label, fields } = examOf(serviceId);
  const purchasedCode = cards.map(label).join('||');
  return { purchasedCode, extras: null, fields: fields(cards, purchasedCode) };
}
