import { createOutage } from '../faults/outage';
import type { Played, SandboxProvider } from '../provider';
import { createReloadlyBook } from './book';
import { RELOADLY_KEYS, type ReloadlyKeys } from './deps';
import { RELOADLY_KNOB_RULES } from './knobs';
import { findOperator } from './operators';
import { RELOADLY_PATHS, reloadlyPathName, reloadlyRoutes } from './reloadly.routes';
import { reloadlyWords } from './replies';
import { createSettlements } from './settle';
import { WORDS } from './words';

const STATES = { SUCCESSFUL: 'delivered', PROCESSING: 'pending', FAILED: 'failed', REFUNDED: 'reversed' } as const;

export const reloadly: SandboxProvider<ReloadlyKeys> = {
  name: 'reloadly',
  label: 'Reloadly',
  keys: RELOADLY_KEYS,
  words: WORDS,
  play({ store, ...deps }): Played {
    const book = createReloadlyBook(store, deps.options.floatNaira);
    const settlements = createSettlements({ book, options: deps.options });
    return {
      path: '/reloadly',
      routes: reloadlyRoutes({ ...deps, book, settlements }),
      outage: createOutage(RELOADLY_PATHS, (path) => reloadlyWords(path, deps.options.now()), reloadlyPathName),
      book,
      knobRules: RELOADLY_KNOB_RULES,
      findOrder(requestId) {
        const topUp = book.findAll(requestId).at(-1);
        if (topUp === undefined) return undefined;
        const { transactionId, status: state } = topUp;
        return {
          state: STATES[state],
          settle(status, at) {
            book.record({ entry: 'top-up-settled', transactionId, status, at });
            return 'none';
          },
        };
      },
      sells: (code) => /^\d+$/.test(code) && findOperator(Number(code)) !== undefined,
      settleDue: settlements.settleDue,
    };
  },
};
