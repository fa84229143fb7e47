import { randomInt } from 'node:crypto';
import { discoOf } from './discos';

/** What an order for power holds besides. Tokens are 20 bare digits, drawn once, so that a requery brings what `/pay` brought. */
export type Meter =
  | { type: 'postpaid' }
  | {
      type: 'prepaid';
      token: string;
      /** Free energy, which only Eko gives on top; the others leave it unused. */
      bonusToken: string;
      /** Value is given, but no answer names the token yet. */
      awaitsToken: boolean;
    };

/** Says whether a field of a request names a kind of meter; VTpass writes it in lower case. */
export function isMeterType(value: unknown): value is Meter['type'] {
  return value === 'prepaid' || value === 'postpaid';
}

/** Makes the meter's part of a new order. */
export function newMeter(disco: string, type: Meter['type'], tokenLater: boolean): Meter {
  if (type === 'postpaid') return { type };
  const { firstDigit, tokenAlwaysLater } = discoOf(disco);
  return {
    type,
    token: drawToken(firstDigit),
    bonusToken: drawToken(),
    awaitsToken: tokenLater || tokenAlwaysLater === true,
  };
}

function drawToken(firstDigit?: string): string {
  const digits = `${String(randomInt(10 ** 10)).padStart(10, '0')}${String(randomInt(10 ** 10)).padStart(10, '0')}`;
  return firstDigit === undefined ? digits : `${firstDigit}${digits.slice(1)}`;
}
