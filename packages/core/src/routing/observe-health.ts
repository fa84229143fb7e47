import type { Provider } from '../provider/provider.port';
import type { Health } from './health';

/** The same provider, but its health learns from the outcome of each order. */
export function observeHealth<P extends Pick<Provider, 'send' | 'requery'>>(
  provider: P,
  health: Pick<Health, 'sent' | 'requeried'>,
): P {
  return {
    ...provider,
    async send(order, deadline) {
      const outcome = await provider.send(order, deadline);
      health.sent(order, outcome);
      return outcome;
    },
    async requery(order) {
      const outcome = await provider.requery(order);
      health.requeried(order, outcome);
      return outcome;
    },
  };
}
