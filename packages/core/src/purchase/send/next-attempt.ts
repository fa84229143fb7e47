import { type Batcher, createBatcher } from '../../flow/batcher';
import { type RequeryOutcome, type SendOutcome, SIMULATOR } from '../../provider/provider.port';
import type { Router } from '../../routing/router.port';
import type { Db } from '../../shared/db';
import { type Log, reasonOf } from '../../shared/log.port';
import type { Settlement } from '../settle/settlement';
import { said } from '../settle/verdict';
import type { PurchaseToSend } from './claim.store';
import { listTriedProviders, type NextAttemptItem, openNextAttempts } from './next-attempt.store';

/** Proof that an attempt gave no value, and its basis. */
type NoValue = Pick<NextAttemptItem, 'outcome' | 'basis' | 'evidence'> & { missingCount?: number };

/** Sends purchases elsewhere whose attempt provably gave no value. */
export type NextAttempts = {
  /**
   * Closes the attempt and opens the next one, in one statement. False when that cannot be, and when the answer of the
   * database is lost: then the caller settles, which is declined for an attempt that was closed.
   */
  open(purchase: PurchaseToSend, proof: NoValue): Promise<boolean>;
};

const MAX_ITEMS = 256;
const MOST_ATTEMPTS = 3;
/** How late the sweeper answers for an API process that died (accept-purchase.ts), and a second for the send. */
const LEAST_LEFT_MS = 5_000 + 1_000;
/** The sweeper sends what its opener does not: it died. */
const START_MS = 2_000;

export function createNextAttempts({ db, router, log }: { db: Db; router: Router; log: Log }): NextAttempts {
  const opener: Batcher<NextAttemptItem, boolean> = createBatcher({
    maxItems: MAX_ITEMS,
    run: (items) => openNextAttempts(db, items, { leastLeftMs: LEAST_LEFT_MS, startMs: START_MS }),
  });

  async function open(purchase: PurchaseToSend, { missingCount = 0, ...proof }: NoValue): Promise<boolean> {
    const { id, attempt, provider } = purchase;
    const tried = attempt === 1 ? [provider] : [...(await listTriedProviders(db, id)), provider];
    const { product: _product, ...terms } = purchase.providerOrder;
    const next = router.route(
      { ...purchase, amountKobo: purchase.faceKobo, chargeKobo: purchase.amountKobo, terms },
      tried,
    );
    if (next === null) return false;
    const item = { id, attempt, ...proof, missingCount, provider: next.provider };
    const opened = await opener.submit({ ...item, providerOrder: next.terms, decision: next.decision });
    if (opened)
      log.info('goes to another provider', {
        purchase: id,
        requestRef: purchase.requestRef,
        attempt: attempt + 1,
        from: provider,
        to: next.provider,
        why: proof.outcome,
      });
    return opened;
  }

  return {
    async open(purchase, proof) {
      if (purchase.attempt >= MOST_ATTEMPTS || purchase.provider === SIMULATOR) return false;
      try {
        return await open(purchase, proof);
      } catch (error) {
        log.warn('it is unknown whether a purchase may go to another provider; it stays where it is', {
          purchase: purchase.id,
          reason: reasonOf(error),
        });
        return false;
      }
    },
  };
}

/** Returns the proof of no value in the answer to a send; null: it may have given value, or others would refuse too. */
export function noValueOfSend(outcome: SendOutcome): NoValue | null {
  switch (outcome.kind) {
    case 'unsent': {
      const evidence = { answer: outcome.reason, ...said('send_answer', outcome) };
      return { outcome: 'not_sent', basis: 'answer', evidence };
    }
    case 'rejected': {
      const evidence = { refused_code: outcome.code, ...said('send_answer', outcome) };
      return outcome.elsewhere ? { outcome: 'refused', basis: 'answer', evidence } : null;
    }
    case 'delivered':
    case 'unknown':
      return null;
  }
}

/** A failure proves it once the provider can no longer turn it into a delivery, or when it never had the order. */
export function noValueOfRequery(
  outcome: RequeryOutcome,
  verdict: Settlement,
  sinceSendMs: number | null,
  settlesWithinMs: number | undefined,
): NoValue | null {
  if (verdict.targetStatus !== 'failed') return null;
  if (verdict.basis === 'not_found')
    return { outcome: 'never_received', basis: 'not_found', evidence: {}, missingCount: verdict.missingCount };
  if (outcome.kind !== 'rejected' || outcome.reversed || settlesWithinMs === undefined) return null;
  if (sinceSendMs === null || sinceSendMs < settlesWithinMs) return null;
  const evidence = { refused_code: outcome.code, ...said('requery_answer', outcome) };
  return { outcome: 'confirmed_failed', basis: 'requery', evidence };
}
