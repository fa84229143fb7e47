import { products, serviceNames } from '../product/products';
import { formatNaira } from '../shared/money';
import { type TokenField, tokensOf } from '../shared/tokens';
import type { ClaimedNotification } from './notification.store';

const IN_ORDER = 'Your meter needs an update. Enter these in this order, each after the meter accepts the one before:';

/** All tokens, in the order and groups in which they are entered, or the PIN. ASCII only, to need few SMS pages. */
export function tokenText({ productType, service, recipient, phone, amountKobo, result }: ClaimedNotification): string {
  const tokens = tokensOf(result);
  const isForMeter = products[productType]?.recipient === 'meter';
  const labels: Record<TokenField, (place: number) => string> = {
    key_change_tokens: (place) => `Key change token ${place}`,
    token: () => `${serviceNames[service] ?? service} ${isForMeter ? 'token' : 'PIN'}`,
    bonus_token: () => 'Bonus token',
  };
  return [
    ...(tokens.some(({ field }) => field === 'key_change_tokens') ? [IN_ORDER] : []),
    ...tokens.map(({ field, digits }, i) => `${labels[field](i + 1)}: ${isForMeter ? grouped(digits) : digits}`),
    ...(typeof result.serial === 'string' ? [`Serial: ${result.serial}`] : []),
    ...(typeof result.units === 'string' ? [`Units: ${result.units} kWh`] : []),
    ...(recipient === phone && !isForMeter ? [] : [`${isForMeter ? 'Meter' : 'Profile'}: ${recipient}`]),
    `Amount: NGN ${formatNaira(amountKobo)}`,
  ].join('\n');
}

const grouped = (token: string): string => token.replace(/(\d{4})(?=\d)/g, '$1-');
