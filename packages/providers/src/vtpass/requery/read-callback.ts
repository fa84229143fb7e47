import { field } from '../../http/json';

/** Subject of a callback of VTpass: an order to requery, or a price list to read again. */
export type Callback = { kind: 'transaction'; requestId: string } | { kind: 'variations'; serviceId: string };

/**
 * Reads a callback. VTpass does not sign callbacks, so only these names are taken from it, and VTpass itself is asked
 * what happened. Source: VTpass "Transaction update" and "Variation codes update" webhook pages.
 * @param body the parsed JSON, of any shape
 * @returns null for anything else
 */
export function readCallback(body: unknown): Callback | null {
  switch (field(body, 'type')) {
    case 'transaction-update': {
      const requestId = field(field(body, 'data'), 'requestId');
      return isName(requestId) ? { kind: 'transaction', requestId } : null;
    }
    case 'variations-update': {
      const serviceId = field(body, 'serviceID');
      return isName(serviceId) ? { kind: 'variations', serviceId } : null;
    }
    default:
      return null;
  }
}

/** Our references have at most 46 characters, ids of services at most 20. */
const isName = (value: unknown): value is string => typeof value === 'string' && /^[0-9A-Za-z-]{1,64}$/.test(value);
