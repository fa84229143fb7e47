import { products } from '@topup/core/product';
import { type Goods, NO_GOODS, type ProviderOrder } from '@topup/core/provider';
import { isOtherNumber } from '../http/same-number';
import { NO_TOKENS, type Tokens } from './read-tokens';

/** An answer's facts about a meter. `doubt`: why its tokens are not certain, and left out. */
export type MeterAnswer = Goods & Pick<Tokens, 'doubt'>;

/**
 * Returns what an order gave to its meter; null for another product. Paying a postpaid bill buys no units: a number
 * there that looks like a token is not one. The token of another meter is worth nothing to the customer, and is
 * somebody else's: it is left out.
 * @param meterNumber whose meter the answer says it is; null when it does not
 * @param read reads the answer, for what the customer paid
 */
export function soldToMeter(
  { productType, variationCode, amountKobo, recipient }: ProviderOrder,
  meterNumber: string | number | null,
  read: (paidKobo: bigint) => MeterAnswer,
): { goods: Goods | null; doubt: string | null } {
  if (products[productType].recipient !== 'meter') return { goods: null, doubt: null };
  const { doubt, ...meter } = read(amountKobo);
  const isOther = meterNumber !== null && isOtherNumber(meterNumber, recipient);
  if (variationCode !== 'postpaid') return { goods: isOther ? { ...meter, ...NO_TOKENS } : meter, doubt };
  const { customerName, address } = meter;
  return { goods: { ...NO_GOODS, customerName, address }, doubt: null };
}
