import { tokenFormOf } from '../../customers/token-forms';
import { drawKeyChangeTokens, drawToken } from '../../customers/tokens';
import { discoOf } from './discos';

/**
 * The meter of an order for electricity. Tokens are 20 digits, drawn once, so that `/requery` answers the token of
 * `/pay`.
 */
export type Meter =
  | { type: 'postpaid' }
  | {
      type: 'prepaid';
      token: string;
      /** For the free energy that only Eko adds. Not used by the others. */
      bonusToken: string;
      /** The tokens that the customer enters first, in order. Absent in earlier files, and for most meters. */
      keyChangeTokens?: string[];
      /** The order is delivered, but no answer contains the token yet. */
      awaitsToken: boolean;
    };

/** Whether a field of a request is a type of meter. VTpass writes it in lower case. */
export function isMeterType(value: unknown): value is Meter['type'] {
  return value === 'prepaid' || value === 'postpaid';
}

/** Makes the meter of a new order. */
export function newMeter(disco: string, type: Meter['type'], number: string, tokenLater: boolean): Meter {
  if (type === 'postpaid') return { type };
  const { firstDigit, tokenAlwaysLater } = discoOf(disco);
  const form = tokenFormOf(number);
  return {
    type,
    token: drawToken(firstDigit),
    bonusToken: drawToken(),
    ...(form && { keyChangeTokens: drawKeyChangeTokens(form) }),
    awaitsToken: tokenLater || tokenAlwaysLater === true || form?.at === 'unlabelled',
  };
}
