import { sellers } from '../sellers';
import type { AttemptFact, Evidence, PurchaseFact } from './evidence';

// Checks of the purchases' attempts against the one ledger of all providers.

type Post = Evidence['ledger']['posts'][number];

/** The name of an order over all providers: a reference is unique only at its own. */
export const orderKey = (provider: string, ref: string | null): string => `${provider} ${ref}`;

/** Returns the attempt behind each order at a provider, by `orderKey`. */
export function attemptsByOrder({ attempts }: Pick<Evidence, 'attempts'>): Map<string, AttemptFact> {
  return new Map(attempts.map((attempt) => [orderKey(attempt.provider, attempt.provider_ref), attempt]));
}

/** Deliveries that no attempt has asked for, at that provider. */
export function unknownDeliveries(evidence: Evidence): string[] {
  const known = attemptsByOrder(evidence);
  return evidence.ledger.deliveries
    .map(({ provider, request_id }) => orderKey(provider, request_id))
    .filter((key) => !known.has(key));
}

/** Purchases for which several orders were vended, by one provider or by several. */
export function vendedTwice(evidence: Evidence): string[] {
  const refs = new Map(evidence.purchases.map(({ id, request_ref }) => [id, request_ref]));
  const known = attemptsByOrder(evidence);
  const orders = new Map<string, Set<string>>();
  for (const { provider, request_id } of evidence.ledger.deliveries) {
    const key = orderKey(provider, request_id);
    const id = known.get(key)?.purchase_id;
    if (id !== undefined) orders.set(id, (orders.get(id) ?? new Set()).add(key));
  }
  return [...orders].flatMap(([id, vended]) =>
    vended.size > 1 ? [`${refs.get(id) ?? id} by ${[...vended].join(' and ')}`] : [],
  );
}

/** The ids of the purchases with an attempt that was delivered and not reversed. */
export function keptPurchases(evidence: Evidence): Set<string> {
  const { ledger, attempts } = evidence;
  const kept = new Set(ledger.deliveries.map(({ provider, request_id }) => orderKey(provider, request_id)));
  for (const { provider, request_id } of ledger.reversals) kept.delete(orderKey(provider, request_id));
  return new Set(
    attempts.filter((each) => kept.has(orderKey(each.provider, each.provider_ref))).map((each) => each.purchase_id),
  );
}

/** The orders that a provider keeps pending, by the id of their purchase. */
export function pendingForEver(evidence: Evidence): Set<PurchaseFact['id']> {
  const known = attemptsByOrder(evidence);
  const ids = evidence.ledger.posts
    .filter(({ outcome }) => outcome === 'pending-for-ever')
    .map(({ provider, request_id }) => known.get(orderKey(provider, request_id))?.purchase_id);
  return new Set(ids.filter((id) => id !== undefined));
}

/** Attempts that were closed although their provider may have given value: each had to wait for a requery. */
export function closedWithoutProof({ attempts, ledger, purchases }: Evidence): string[] {
  const refs = new Map(purchases.map(({ id, request_ref }) => [id, request_ref]));
  const posts = new Map(ledger.posts.map((post) => [orderKey(post.provider, post.request_id), post]));
  return attempts.flatMap((attempt) => {
    const met = posts.get(orderKey(attempt.provider, attempt.provider_ref));
    if (!attempt.closed || isProven(attempt, met)) return [];
    const order = `attempt ${attempt.number} of ${refs.get(attempt.purchase_id) ?? attempt.purchase_id}`;
    const known = met === undefined ? 'never' : `${met.outcome}${met.recorded ? ', recorded' : ''}`;
    return [`${order} was closed as ${attempt.outcome}, but ${attempt.provider} has met it: ${known}`];
  });
}

/** `met`: what the provider did with it; undefined when it never arrived. */
function isProven({ provider, outcome }: AttemptFact, met: Post | undefined): boolean {
  switch (outcome) {
    case 'not_sent':
      return met === undefined;
    case 'refused':
      // a token that is not taken, or none to be had, is refused without an order
      return met === undefined || sellers.find(({ name }) => name === provider)?.refused.test(met.outcome) === true;
    case 'never_received':
      return met?.recorded !== true;
    // no provider settles for sure within the wait of a client
    default:
      return false;
  }
}
