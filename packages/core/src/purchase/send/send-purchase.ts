import {
  type Provider,
  type ProviderOrder,
  type SendDeadline,
  type SendOutcome,
  SIMULATOR,
} from '../../provider/provider.port';
import { type Clock, stopwatch } from '../../shared/clock';
import type { Log } from '../../shared/log.port';
import { formatNaira } from '../../shared/money';
import type { Observer } from '../../shared/observer.port';
import { pause } from '../../shared/pause';
import type { RequeryRules } from '../requery/requery-rules';
import { type SettleDeps, settlePurchase } from '../settle/settle-purchase';
import { verdictOfSend } from '../settle/verdict';
import type { PurchaseToSend } from './claim.store';
import type { Claimer } from './claimer';
import { type NextAttempts, noValueOfSend } from './next-attempt';

export type ClaimDeps = {
  claimer: Claimer;
  provider: Pick<Provider, 'mintRef'>;
  clock: Clock;
  observer: Pick<Observer, 'claimed'>;
  providerTimeoutMs: number;
};

export type SendDeps = SettleDeps & {
  provider: Pick<Provider, 'send'>;
  /** Undefined where there is only one provider. */
  nextAttempts?: NextAttempts | undefined;
  rules: RequeryRules;
  log: Log;
};

/** The permission to send one purchase once, until the deadline. */
type ClaimedPurchase = { purchase: PurchaseToSend; deadline: SendDeadline };

/**
 * Claims an accepted purchase, sends it once and settles it, or sends it elsewhere when this provider provably gave no
 * value. Does nothing when this caller may not send it.
 */
export async function sendPurchase(deps: ClaimDeps & SendDeps, id: string): Promise<void> {
  for (;;) {
    const claimed = await claimPurchase(deps, id);
    if (claimed === null) return;
    if ((await sendClaimed(deps, claimed)) !== 'next') return;
  }
}

/** Committed before anything is sent. Null: another has it, it is final or too old, or the claim is not confirmed. */
export async function claimPurchase(deps: ClaimDeps, id: string): Promise<ClaimedPurchase | null> {
  // The clock starts before the claim: a process that is suspended in between wakes up too late to send.
  const elapsedMs = stopwatch(deps.clock);
  const deadline = { remainingMs: () => deps.providerTimeoutMs - elapsedMs() };
  const purchase = await deps.claimer.submit({ id, providerRef: deps.provider.mintRef(id, deps.clock.now()) });
  if (purchase === 'not_yours') return null;
  if (purchase.provider !== SIMULATOR) deps.observer.claimed(purchase.productType);
  return { purchase, deadline };
}

/** Sends a claimed purchase once, and settles it by the provider's answer. `next`: it has another attempt, unsent. */
export async function sendClaimed(
  deps: SendDeps,
  { purchase, deadline }: ClaimedPurchase,
): Promise<'settled' | 'next'> {
  const outcome = await sendOnce(deps.provider, toProviderOrder(purchase), deadline);
  logOutcome(deps.log, purchase, outcome);
  const proof = noValueOfSend(outcome);
  if (proof !== null && (await deps.nextAttempts?.open(purchase, proof))) return 'next';
  await settlePurchase(deps, purchase, verdictOfSend(purchase, outcome, deps.rules));
  return 'settled';
}

export function toProviderOrder(purchase: PurchaseToSend): ProviderOrder {
  if (purchase.providerRef === null)
    throw new Error(`purchase ${purchase.id} has no provider reference: it was never claimed`);
  return {
    ...purchase.providerOrder,
    provider: purchase.provider,
    accountId: purchase.accountId,
    providerRef: purchase.providerRef,
    productType: purchase.productType,
    recipient: purchase.recipient,
    amountKobo: purchase.faceKobo,
  };
}

const TRIES = 3;

/** Tries again only what provably was not sent: under the same claim and reference, until the deadline. */
async function sendOnce(
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

/** After a restore, the line `sent` shows whose order was lost, and what its wallet was charged. */
function logOutcome(log: Log, purchase: PurchaseToSend, outcome: SendOutcome): void {
  const rejection = outcome.kind === 'rejected' ? outcome : outcome.kind === 'unknown' ? outcome.rejection : null;
  const fields = {
    purchase: purchase.id,
    account: purchase.accountId,
    requestRef: purchase.requestRef,
    amount: formatNaira(purchase.faceKobo),
    ...(purchase.amountKobo !== purchase.faceKobo && { charged: formatNaira(purchase.amountKobo) }),
    providerRef: purchase.providerRef,
    outcome: outcome.kind,
    ...(rejection ? { code: rejection.code } : {}),
    ...('reason' in outcome ? { reason: outcome.reason } : {}),
  };
  if (rejection?.fault === 'account')
    log.error('the provider rejects our account', { alert: 'provider_account', ...fields });
  else log.info('sent', fields);
}
