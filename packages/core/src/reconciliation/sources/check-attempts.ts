import type { Provider, RequeryOutcome } from '../../provider/provider.port';
import { findSentPurchase } from '../../purchase/requery/due.store';
import { toProviderOrder } from '../../purchase/send/send-purchase';
import type { Db } from '../../shared/db';
import { type AttemptAnswer, askUnknownAgain, keepAttemptCheck, listSample } from './attempt-check.store';
import { now } from './turn.store';

const MOST = 200;

/**
 * Stands in for the statement of a provider that has none: asks again about all that is unknown, and about a sample of
 * the rest. It moves no money: a difference is a finding. `stopped`: whether it should end early.
 * @returns `unknown`: purchases under review that a worker now asks about; `asked`: of the sample
 */
export async function checkAttempts(db: Db, provider: Pick<Provider, 'name' | 'requery'>, stopped = () => false) {
  const unknown = await askUnknownAgain(db, provider.name);
  let asked = 0;
  for (const { providerRef } of await listSample(db, { provider: provider.name, now: await now(db), limit: MOST })) {
    if (stopped()) break;
    const attempt = await findSentPurchase(db, providerRef);
    if (attempt === null) continue;
    const askedAt = await now(db);
    const outcome = await provider.requery(toProviderOrder(attempt));
    const answer = answerOf(outcome);
    if (answer === 'undecided') continue; // asked again in an hour
    const costKobo = outcome.kind === 'delivered' ? outcome.costKobo : null;
    await keepAttemptCheck(db, { provider: provider.name, providerRef, answer, costKobo, askedAt });
    asked += 1;
  }
  return { unknown, asked };
}

function answerOf(outcome: RequeryOutcome): AttemptAnswer {
  switch (outcome.kind) {
    case 'delivered':
      return 'delivered';
    case 'rejected':
      return outcome.reversed ? 'reversed' : 'not_delivered';
    case 'refused':
      return 'not_delivered';
    case 'missing':
      return 'missing';
    case 'open':
    case 'unanswered':
      return 'undecided';
  }
}
