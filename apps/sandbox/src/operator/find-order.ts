import type { ProviderName } from '../store/ledger';
import type { Entry, Store } from '../store/store';

export type State = 'pending' | 'delivered' | 'failed' | 'reversed';
export type End = 'delivered' | 'reversed';

/** An order as an operator settles it. `settle` makes the entry that does. */
export type FoundOrder = { state: State; settle: (status: End, at: string) => Entry };

const MONNIFY_STATES = { SUCCESS: 'delivered', IN_PROGRESS: 'pending', FAILED: 'failed' } as const;
const RELOADLY_STATES = {
  SUCCESSFUL: 'delivered',
  PROCESSING: 'pending',
  FAILED: 'failed',
  REFUNDED: 'reversed',
} as const;

/** The newest order of a provider with the reference that the client sent. */
export function findOrder(store: Store, provider: ProviderName, requestId: string): FoundOrder | undefined {
  switch (provider) {
    case 'vtpass': {
      const order = store.findOrder(requestId);
      return order && { state: order.status, settle: (status, at) => ({ entry: 'settled', requestId, status, at }) };
    }
    case 'monnify': {
      const vend = store.monnify.findSent(requestId);
      if (vend === undefined) return undefined;
      const { transactionReference } = vend;
      return {
        state: MONNIFY_STATES[vend.status],
        settle: (status, at) => ({ entry: 'vend-settled', provider, transactionReference, status, at }),
      };
    }
    case 'reloadly': {
      const topUp = store.reloadly.findAll(requestId).at(-1);
      if (topUp === undefined) return undefined;
      const { transactionId } = topUp;
      return {
        state: RELOADLY_STATES[topUp.status],
        settle: (status, at) => ({ entry: 'top-up-settled', provider, transactionId, status, at }),
      };
    }
    default:
      provider satisfies never;
      throw new Error('an unknown provider');
  }
}
