import { AppError } from '../../errors/error-catalog';
import { formatNaira } from '../../shared/money';

/**
 * A client that names a price buys at that price or not at all.
 * @throws AppError price_changed, which names the price now
 */
export function requirePrice(expectedKobo: bigint | undefined, priceKobo: bigint): void {
  if (expectedKobo !== undefined && expectedKobo !== priceKobo)
    throw new AppError('price_changed', undefined, { fact: `It costs NGN ${formatNaira(priceKobo)}.` });
}
