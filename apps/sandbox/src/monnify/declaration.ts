import { createOutage } from '../faults/outage';
import type { Played, SandboxProvider } from '../provider';
import { createMonnifyBook } from './book';
import { bankRoutes } from './collections/bank.routes';
import { MONNIFY_KEYS, type MonnifyKeys } from './deps';
import { MONNIFY_KNOB_RULES } from './knobs';
import { MONNIFY_PATHS, monnifyPathName, monnifyRoutes } from './monnify.routes';
import { findProduct, isBiller } from './products';
import { MONNIFY_WORDS } from './replies';
import { WORDS } from './words';

const STATES = { SUCCESS: 'delivered', IN_PROGRESS: 'pending', FAILED: 'failed' } as const;

export const monnify: SandboxProvider<MonnifyKeys> = {
  name: 'monnify',
  label: 'Monnify',
  keys: MONNIFY_KEYS,
  words: WORDS,
  play({ store, ...deps }): Played {
    const book = createMonnifyBook(store, deps.options);
    return {
      path: '/monnify',
      routes: monnifyRoutes({ ...deps, book }),
      outage: createOutage(MONNIFY_PATHS, () => MONNIFY_WORDS, monnifyPathName),
      book,
      knobRules: MONNIFY_KNOB_RULES,
      findOrder(requestId) {
        const vend = book.findSent(requestId);
        if (vend === undefined) return undefined;
        const { transactionReference, status: state } = vend;
        return {
          state: STATES[state],
          settle(status, at) {
            book.record({ entry: 'vend-settled', transactionReference, status, at });
            return 'none';
          },
        };
      },
      sells: (code) => findProduct(code) !== undefined || isBiller(code),
      operatorRoutes: bankRoutes({ ...deps, book }),
    };
  },
};
