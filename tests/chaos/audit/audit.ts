import { verifyWebhookHash } from '@topup/client';
import { isSynchronous } from '@topup/core/product';
import { type ClientAnswer, finalOutcomeOf, keyOf, saysAccepted, saysNothingDone } from '../client-answers';
import { unexplainedMinutes } from '../timeline/minutes';
import { closedWithoutProof, keptPurchases, pendingForEver, unknownDeliveries, vendedTwice } from './attempts';
import { type Evidence, isOpen, type PurchaseFact } from './evidence';
import { untrueFeeds } from './feeds';
import { lateQuietAnswers, unpromisedAnswers } from './quiet-answers';
import { untrueTokens } from './tokens';
import { untrueCredits } from './transfers';

/** A broken promise, with the name of its rule. */
export type Violation = { rule: string; about: string };

type Rule = { name: string; find(evidence: Evidence): string[] };

/** The promises of the service, one check each. audit.test.ts breaks every rule once. */
export const rules: readonly Rule[] = [
  {
    name: 'vended at most once for one reference',
    find: ({ ledger }) => repeated(ledger.deliveries.map(orderOf)),
  },
  { name: 'vended at most once over all providers', find: vendedTwice },
  { name: 'only what provably gave no value goes elsewhere', find: closedWithoutProof },
  {
    name: 'sent at most once',
    find: ({ ledger }) => repeated(ledger.posts.flatMap((post) => (post.request_id === null ? [] : orderOf(post)))),
  },
  { name: 'every delivery belongs to a purchase', find: unknownDeliveries },
  { name: 'a delivered purchase is never refunded', find: deliveredAndRefunded },
  { name: 'a successful purchase was delivered', find: successWithoutDelivery },
  { name: 'a customer gets the tokens that were issued, each in its place', find: untrueTokens },
  { name: 'the books are sound', find: ({ drift }) => [...drift] },
  { name: 'no accepted purchase is lost', find: lostPurchases },
  { name: 'an answer that nothing was debited is true', find: chargedAfterNo },
  { name: 'a final answer is the final status', find: untrueAnswers },
  { name: 'an unused reference is never declined as used', find: wronglyCalledUsed },
  { name: 'a later answer never takes back an earlier one', find: takenBack },
  { name: 'every answer is in the API specification', find: unspecifiedAnswers },
  { name: 'every answer comes in time', find: lateAnswers },
  { name: 'outside of faults an answer comes at once', find: lateQuietAnswers },
  { name: 'outside of faults an order gets what its number says', find: unpromisedAnswers },
  {
    name: 'a minute without a success has faults that explain it',
    find: (evidence) => unexplainedMinutes({ ...evidence, successesMs: othersSuccesses(evidence) }),
  },
  { name: 'every purchase becomes final or goes to review', find: unfinished },
  {
    name: 'an event is sent at most once',
    find: ({ webhooks }) => repeated(webhooks.map(({ headers }) => String(headers['x-webhook-id']))),
  },
  { name: 'every event is signed and recorded', find: unknownEvents },
  { name: 'an event marked delivered has arrived', find: eventsNeverSeen },
  { name: 'events carry the true status, in order', find: untrueEvents },
  { name: 'every final airtime or data purchase has an event', find: finalWithoutEvent },
  {
    name: 'no event stays queued',
    find: ({ events }) => events.filter(({ state }) => state === 'queued' || state === 'sending').map(({ id }) => id),
  },
  { name: 'a reader of changes gets every end once, in order', find: untrueFeeds },
  { name: 'every transfer is credited exactly once', find: untrueCredits },
  { name: 'no process ends unexpectedly', find: ({ crashes }) => [...crashes] },
  { name: 'logs contain no number and no key', find: ({ unmaskedLines }) => [...unmaskedLines] },
  {
    name: 'no transaction is left open',
    find: ({ idleInTransaction }) => (idleInTransaction === 0 ? [] : [`${idleInTransaction} backends`]),
  },
];

/** All broken promises in the evidence. */
export function audit(evidence: Evidence): Violation[] {
  return rules.flatMap(({ name, find }) => find(evidence).map((about) => ({ rule: name, about })));
}

const orderOf = ({ provider, request_id }: { provider: string; request_id: string | null }) =>
  `${request_id} at ${provider}`;

const repeated = (values: readonly string[]): string[] =>
  [...countOf(values)].flatMap(([value, n]) => (n > 1 ? [`${value}: ${n} times`] : []));

function countOf(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** When purchases of the others became a success. */
export const othersSuccesses = ({ purchases, abuser }: Evidence): number[] =>
  purchases.flatMap(({ status, account_id, final_ms }) =>
    status === 'success' && account_id !== abuser && final_ms !== null ? [final_ms] : [],
  );

const describe = ({ request_ref, status, cause }: PurchaseFact) => `${request_ref} is ${status} (${cause})`;
const wasRefunded = ({ status }: PurchaseFact) => status === 'failed' || status === 'refunded';

function deliveredAndRefunded(evidence: Evidence): string[] {
  const kept = keptPurchases(evidence);
  return evidence.purchases.filter((each) => wasRefunded(each) && kept.has(each.id)).map(describe);
}

function successWithoutDelivery(evidence: Evidence): string[] {
  const kept = keptPurchases(evidence);
  return evidence.purchases.filter(({ id, status }) => status === 'success' && !kept.has(id)).map(describe);
}

const purchaseKey = ({ account_id, request_ref }: Pick<PurchaseFact, 'account_id' | 'request_ref'>) =>
  keyOf({ account: account_id, ref: request_ref });

/** Per purchase: its row, and the answers that clients got about it, in the order of arrival. */
function stories({
  answers,
  purchases,
}: Evidence): { ref: string; row: PurchaseFact | undefined; heard: ClientAnswer[] }[] {
  const rows = new Map(purchases.map((row) => [purchaseKey(row), row]));
  const byKey = new Map<string, ClientAnswer[]>();
  for (const answer of [...answers].sort((a, b) => a.answeredMs - b.answeredMs)) {
    if (answer.asked === 'lookup') continue;
    const heard = byKey.get(keyOf(answer));
    if (heard === undefined) byKey.set(keyOf(answer), [answer]);
    else heard.push(answer);
  }
  return [...byKey].map(([key, heard]) => ({ ref: heard[0]?.ref ?? key, heard, row: rows.get(key) }));
}

function lostPurchases(evidence: Evidence): string[] {
  const lost = stories(evidence).filter(
    ({ row, heard }) => row === undefined && heard.some(({ outcome }) => saysAccepted(outcome)),
  );
  const ordered = new Set(evidence.orders.map(({ account, ref }) => keyOf({ account: account.id, ref })));
  const invented = evidence.purchases.filter((row) => !ordered.has(purchaseKey(row)));
  return [...lost.map(({ ref }) => ref), ...invented.map(({ request_ref }) => `${request_ref} was ordered by nobody`)];
}

function chargedAfterNo(evidence: Evidence): string[] {
  return stories(evidence).flatMap(({ ref, row, heard }) => {
    const orders = heard.filter(({ asked }) => asked === 'purchase');
    const allRefused = orders.length > 0 && orders.every(({ outcome }) => saysNothingDone(outcome));
    return row !== undefined && allRefused
      ? [`${ref}: ${orders.map(({ outcome }) => outcome).join(', ')}, and yet ${describe(row)}`]
      : [];
  });
}

function untrueAnswers(evidence: Evidence): string[] {
  return stories(evidence).flatMap(({ ref, row, heard }) => {
    const ends = new Set(heard.flatMap(({ outcome }) => finalOutcomeOf(outcome) ?? []));
    const end = row === undefined || isOpen(row) ? undefined : row.status === 'success' ? 'success' : 'failed';
    return [...ends]
      .filter((outcome) => outcome !== end)
      .map((outcome) => `${ref}: answered ${outcome}, but ${row ? describe(row) : 'not there'}`);
  });
}

/**
 * A client that sent its order once takes "used" for a stranger's purchase: it would pay again under another reference.
 */
function wronglyCalledUsed(evidence: Evidence): string[] {
  return stories(evidence).flatMap(({ ref, heard }) => {
    const orders = heard.filter(({ asked }) => asked === 'purchase');
    return orders.length === 1 && orders[0]?.outcome === 'duplicate_reference' ? [ref] : [];
  });
}

/** After a final answer, or one that shows the purchase was accepted, later answers must not say less. */
function takenBack(evidence: Evidence): string[] {
  return stories(evidence).flatMap(({ ref, heard }) =>
    heard.flatMap((earlier, i) =>
      heard
        .slice(i + 1)
        .filter((later) => later.sentMs > earlier.answeredMs && goesBack(earlier, later))
        .map((later) => `${ref}: ${earlier.outcome}, then ${later.outcome}`),
    ),
  );
}

function goesBack(earlier: ClientAnswer, later: ClientAnswer): boolean {
  if (!saysAccepted(earlier.outcome)) return false;
  if (later.outcome === 'insufficient_balance') return true;
  if (later.outcome === 'transaction_not_found' || later.outcome === 'transaction_not_yours') return true;
  if (later.asked === 'purchase') return saysAccepted(later.outcome) && later.outcome !== 'duplicate_reference';
  return finalOutcomeOf(earlier.outcome) !== undefined && later.outcome === 'pending';
}

const understood = new Set<ClientAnswer['outcome']>([
  ...([
    'success',
    'failed',
    'pending',
    'duplicate_reference',
    'insufficient_balance',
    'overloaded',
    'internal',
    'unavailable',
  ] as const),
  ...(['provider_unavailable', 'provider_unreachable', 'outcome_unknown', 'transaction_not_found'] as const),
]);

/** The abuser may get every error. It orders with the references of others, who then get 403 instead of 404. */
function unspecifiedAnswers({ answers, abuser }: Evidence): string[] {
  const isUnderstood = ({ account, outcome }: ClientAnswer) =>
    understood.has(outcome) || account === abuser || (outcome === 'transaction_not_yours' && abuser !== undefined);
  return answers.flatMap((answer) => {
    const { ref, asked, outcome, trouble } = answer;
    if (outcome !== null) return isUnderstood(answer) ? [] : [`${ref}: ${asked} answered ${outcome}`];
    return trouble !== undefined && /docs\/openapi\.json|unknown answer/.test(trouble) ? [`${ref}: ${trouble}`] : [];
  });
}

function lateAnswers({ answers, limits, frozenMs, abuser }: Evidence): string[] {
  return answers.flatMap(({ account, ref, asked, synchronous, at, sentMs, answeredMs, outcome }) => {
    if (outcome === null || account === abuser) return [];
    const took = answeredMs - sentMs - frozenMs(at, sentMs, answeredMs);
    const late = took > (synchronous ? limits.synchronous : limits.purchase);
    return late ? [`${ref}: ${asked} answered ${outcome} after ${Math.round(took)} ms`] : [];
  });
}

/** Only a purchase that the provider itself keeps pending may be under review. */
function unfinished(evidence: Evidence): string[] {
  const open = pendingForEver(evidence);
  return evidence.purchases
    .filter((row) => (row.needs_review ? !(isOpen(row) && open.has(row.id)) : isOpen(row)))
    .map((row) => `${describe(row)}${row.needs_review ? ', under review' : ''}`);
}

function finalWithoutEvent({ purchases, events }: Evidence): string[] {
  const withEvent = new Set(
    events.filter(({ event, status }) => event !== 'transaction.requery' && status !== 'pending').map(purchaseKey),
  );
  return purchases
    .filter(
      (row) => row.has_url && !isOpen(row) && !isSynchronous(row.product_type) && !withEvent.has(purchaseKey(row)),
    )
    .map(describe);
}

const EVENT_FIELDS = 8;

function unknownEvents({ webhooks, events }: Evidence): string[] {
  const known = new Set(events.map(({ id }) => id));
  return webhooks
    .filter(
      ({ headers, body, apiKey }) =>
        !verifyWebhookHash(body, apiKey) ||
        Object.keys(body).length !== EVENT_FIELDS ||
        !known.has(String(headers['x-webhook-id'])),
    )
    .map(({ headers, body }) => `${headers['x-webhook-id']}: ${body?.event} of ${body?.reference}`);
}

function eventsNeverSeen({ webhooks, events }: Evidence): string[] {
  const seen = new Set(webhooks.map(({ headers }) => headers['x-webhook-id']));
  return events
    .filter(({ id, state }) => state === 'delivered' && !seen.has(id))
    .map(({ id, event }) => `${id}: ${event}`);
}

function untrueEvents({ webhooks, purchases }: Evidence): string[] {
  const rows = new Map(purchases.map((row) => [purchaseKey(row), row]));
  const ended = new Set<string>();
  return webhooks.flatMap(({ account, body }) => {
    const { event, status, reference } = body ?? {};
    if (event === 'transaction.requery') return [];
    const key = keyOf({ account, ref: String(reference) });
    const row = rows.get(key);
    const untrue =
      status === 'pending'
        ? ended.has(key)
        : row === undefined || status !== (row.status === 'success' ? 'success' : 'failed') || isOpen(row);
    if (status !== 'pending') ended.add(key);
    return untrue ? [`${reference}: ${event} says ${status}, ${row ? describe(row) : 'unknown'}`] : [];
  });
}
