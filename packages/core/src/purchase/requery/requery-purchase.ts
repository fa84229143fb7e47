import type { Provider, RequeryOutcome } from '../../provider/provider.port';
import { toProviderOrder } from '../send/send-purchase';
import { type SettleDeps, settlePurchase } from '../settle/settle-purchase';
import type { RequeryRules } from '../settle/verdict';
import type { DuePurchase } from './due.store';
import { verdictOfRequery } from './verdict-of-requery';

export type RequeryDeps = SettleDeps & { provider: Pick<Provider, 'requery'>; rules: RequeryRules };

/** Asks the provider what became of a purchase that was sent, and records what it says. @returns its answer */
export async function requeryPurchase(deps: RequeryDeps, purchase: DuePurchase): Promise<RequeryOutcome> {
  const outcome = await deps.provider.requery(toProviderOrder(purchase));
  deps.log.info('requeried', {
    purchase: purchase.id,
    requestRef: purchase.requestRef,
    outcome: outcome.kind,
    check: purchase.checks + 1,
  });
  await settlePurchase(deps, purchase, verdictOfRequery(purchase, outcome, deps.rules));
  return outcome;
}
