import type { Provider, ProviderOrder, SendDeadline, SendOutcome } from '../../provider/provider.port';
import type { Log } from '../../shared/log.port';
import { pause } from '../../shared/pause';
import { type SettleDeps, settlePurchase } from '../settle/settle-purchase';
import { type RequeryRules, verdictOfSend } from '../settle/verdict';
import type { PurchaseToSend } from './claim.store';
import { type ClaimDeps, type ClaimedPurchase, claimPurchase } from './claim-purchase';

export type FulfilDeps = SettleDeps & { provider: Pick<Provider, 'send'>; rules: RequeryRules; log: Log };

/**
 * Claims an accepted purchase, sends it once and settles it. Does nothing when this caller is not to send it: somebody else
 * has, or it is final or too old.
 */
export async function sendPurchase(deps: ClaimDeps & FulfilDeps, id: string): Promise<void> {
  const claimed = await claimPurchase(deps, id);
  if (claimed !== null) await fulfilPurchase(deps, claimed);
}

/** Sends a claimed purchase once and settles it by the provider's answer. */
export async function fulfilPurchase(deps: FulfilDeps, { purchase, deadline }: ClaimedPurchase): Promise<void> {
  const outcome = await send(deps.provider, orderOf(purchase), deadline);
  note(deps.log, purchase, outcome);
  await settlePurchase(deps, purchase, verdictOfSend(purchase, outcome, deps.rules));
}

/** The purchase as its provider is to see it. */
export function orderOf(purchase: PurchaseToSend): ProviderOrder {
  if (purchase.providerRef === null)
    throw new Error(`purchase ${purchase.id} has no provider reference: it was never claimed`);
  return {
    ...purchase.providerOrder,
    providerRef: purchase.providerRef,
    productType: purchase.productType,
    recipient: purchase.recipient,
    amountKobo: purchase.amountKobo,
  };
}

const TRIES = 3;

/** Only what provably never left may be tried again, under the same claim and reference, while the deadline allows. */
async function send(
  provider: Pick<Provider, 'send'>,
  order: ProviderOrder,
  deadline: SendDeadline,
): Promise<SendOutcome> {
  for (let tries = 1; ; tries += 1) {
    const outcome = await provider.send(order, deadline);
    if (outcome.kind !== 'unsent' || tries === TRIES || deadline.remainingMs() <= 0) return outcome;
    await pause(200 * tries);
  }
}

function note(log: Log, { id, requestRef, providerRef }: PurchaseToSend, outcome: SendOutcome): void {
  const refusal = outcome.kind === 'rejected' ? outcome : outcome.kind === 'unknown' ? outcome.refusal : null;
  const fields = {
    purchase: id,
    requestRef,
    providerRef,
    outcome: outcome.kind,
    ...(refusal ? { code: refusal.code } : {}),
    ...('reason' in outcome ? { reason: outcome.reason } : {}),
  };
  if (refusal?.fault === 'account')
    log.error('the provider refuses our account', { alert: 'provider_account', ...fields });
  else log.info('sent', fields);
}
