import { formatNaira } from '../shared/money';
import { type TokenField, tokensOf } from '../shared/tokens';
import type { ClaimedNotification } from './notification.store';

const IN_ORDER = 'Your meter needs an update. Enter these in this order, each after the meter accepts the one before:';

/** All tokens, in the order and groups in which they are entered. ASCII only, to need few SMS pages. */
export function tokenText({ disco, meterNumber, amountKobo, result }: ClaimedNotification): string {
  const tokens = tokensOf(result);
  const labels: Record<TokenField, (place: number) => string> = {
    key_change_tokens: (place) => `Key change token ${place}`,
    token: () => `${discoName(disco)} token`,
    bonus_token: () => 'Bonus token',
  };
  return [
    ...(tokens.some(({ field }) => field === 'key_change_tokens') ? [IN_ORDER] : []),
    ...tokens.map(({ field, digits }, i) => `${labels[field](i + 1)}: ${grouped(digits)}`),
    ...(typeof result.units === 'string' ? [`Units: ${result.units} kWh`] : []),
    `Meter: ${meterNumber}`,
    `Amount: NGN ${formatNaira(amountKobo)}`,
  ].join('\n');
}

const grouped = (token: string): string => token.replace(/(\d{4})(?=\d)/g, '$1-');

/** `ikeja-electric` → `Ikeja Electric` */
const discoName = (disco: string): string =>
  disco.replace(/(^|-)([a-z])/g, (_, dash: string, letter: string) => `${dash && ' '}${letter.toUpperCase()}`);
