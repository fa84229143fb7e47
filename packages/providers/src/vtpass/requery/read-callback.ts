import { field } from '../answer/json';

/** What a callback of VTpass hints at: an order to be asked about, or a price list to be read again. */
export type Callback = { kind: 'transaction'; requestId: string } | { kind: 'variations'; serviceId: string };

/**
 * Reads a callback. Anyone could have sent it (VTpass signs nothing), so nothing but these names is taken from it: what happened is to be asked of
 * VTpass itself. Source: VTpass "Transaction update" and "Variation codes update" webhook pages.
 * @param body the parsed JSON, of any shape
 * @returns null when it is no such callback
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

/** References of ours have 44 characters, ids of services at most 20. */
const isName = (value: unknown): value is string => typeof value === 'string' && /^[0-9A-Za-z-]{1,64}$/.test(value);
