import { AppError } from '@topup/core/errors';
import { isReferenceUsed } from '@topup/core/purchase';
import { askTwice, type Clock, type Db, formatNaira } from '@topup/core/shared';

/**
 * Runs a check that an order must pass before it is accepted. A used reference is reported before anything that is
 * looked up (specification 2.5), so a check that fails reads the reference first.
 * @throws AppError duplicate_reference, or what the check throws
 */
export async function checkOrder<T>(
  { db, clock }: { db: Db; clock: Clock },
  { accountId }: { accountId: string },
  requestRef: string,
  check: () => Promise<T>,
): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (await askTwice(clock, () => isReferenceUsed(db, accountId, requestRef)))
      throw new AppError('duplicate_reference');
    throw error;
  }
}

/**
 * A client that names a price buys at that price or not at all.
 * @throws AppError price_changed, which names the price now
 */
export function requirePrice(expectedKobo: bigint | undefined, priceKobo: bigint): void {
  if (expectedKobo !== undefined && expectedKobo !== priceKobo)
    throw new AppError('price_changed', undefined, { fact: `It costs NGN ${formatNaira(priceKobo)}.` });
}
