import { formatNaira } from '../shared/money';
import type { ClaimedNotification } from './notification.store';

/**
 * The text with a prepaid token, in groups of four digits as customers type them. ASCII only, so it needs few SMS
 * pages.
 */
export function tokenText({ disco, meterNumber, amountKobo, token, bonusToken, units }: ClaimedNotification): string {
  return [
    `${discoName(disco)} token: ${grouped(token)}`,
    ...(bonusToken === null ? [] : [`Bonus token: ${grouped(bonusToken)}`]),
    ...(units === null ? [] : [`Units: ${units} kWh`]),
    `Meter: ${meterNumber}`,
    `Amount: NGN ${formatNaira(amountKobo)}`,
  ].join('\n');
}

const grouped = (token: string): string => token.replace(/(\d{4})(?=\d)/g, '$1-');

/** `ikeja-electric` → `Ikeja Electric` */
const discoName = (disco: string): string =>
  disco.replace(/(^|-)([a-z])/g, (_, dash: string, letter: string) => `${dash && ' '}${letter.toUpperCase()}`);
