import { type MeterDelivery, NOTHING_VENDED, type ProviderOrder } from '@topup/core/provider';
import type { Tokens } from './read-tokens';

/** What an answer says of a meter. `doubt`: why its tokens are not certain, and left out. */
export type MeterAnswer = MeterDelivery & Pick<Tokens, 'doubt'>;

/**
 * What an order gave to its meter; null for another product. Paying a postpaid bill buys no units: what looks like a
 * token there is not one.
 * @param read reads the answer, for what the customer paid
 */
export function soldToMeter(
  { productType, variationCode, amountKobo }: ProviderOrder,
  read: (paidKobo: bigint) => MeterAnswer,
): { meter: MeterDelivery | null; doubt: string | null } {
  if (productType !== 'ELECTRICITY') return { meter: null, doubt: null };
  const { doubt, ...meter } = read(amountKobo);
  if (variationCode !== 'postpaid') return { meter, doubt };
  const { customerName, address } = meter;
  return { meter: { ...NOTHING_VENDED, customerName, address }, doubt: null };
}
