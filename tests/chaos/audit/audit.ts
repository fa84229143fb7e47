import { verifyWebhook } from '@topup/client';
import { type ClientAnswer, finalOutcomeOf, saysAccepted, saysNothingDone } from '../client-answers';
import { unexplainedMinutes } from '../timeline/minutes';
import type { Evidence, PurchaseFact } from './evidence';

/** A broken promise. `rule` is its name in docs/chaos.md. */
export type Violation = { rule: string; about: string };

type Rule = { name: string; find(evidence: Evidence): string[] };

/** What the service promises, one check each. audit.test.ts breaks every rule once. */
export const rules: readonly Rule[] = [
  {
    name: 'vended at most once for one reference',
    find: ({ ledger }) => repeated(ledger.deliveries.map(({ request_id }) => request_id)),
  },
  {
    name: 'sent at most once',
    find: ({ ledger }) => repeated(ledger.posts.flatMap(({ request_id }) => request_id ?? [])),
  },
  { name: 'every delivery belongs to a purchase', find: unknownDeliveries },
  { name: 'a delivered purchase is never refunded', find: deliveredAndRefunded },
  { name: 'a successful purchase was delivered', find: successWithoutDelivery },
  { name: 'the books are sound', find: ({ drift }) => [...drift] },
  { name: 'no accepted purchase is lost', find: lostPurchases },
  { name: 'an answer that nothing was debited is true', find: chargedAfterNo },
  { name: 'a final answer is the final status', find: untrueAnswers },
  { name: 'an unused reference is never declined as used', find: wronglyCalledUsed },
  { name: 'a later answer never takes back an earlier one', find: takenBack },
  { name: 'every answer is in the API specification', find: unspecifiedAnswers },
  { name: 'every answer comes in time', find: lateAnswers },
  {
    name: 'a minute without a success has faults that explain it',
    find: (evidence) => unexplainedMinutes({ ...evidence, successesMs: successTimes(evidence) }),
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
  { name: 'no process ends by itself', find: ({ crashes }) => [...crashes] },
  { name: 'logs contain no number and no key', find: ({ unredactedLines }) => [...unredactedLines] },
  {
    name: 'no transaction is left open',
    find: ({ idleInTransaction }) => (idleInTransaction === 0 ? [] : [`${idleInTransaction} backends`]),
  },
];

/** All broken promises in the evidence. */
export function audit(evidence: Evidence): Violation[] {
  return rules.flatMap(({ name, find }) => find(evidence).map((about) => ({ rule: name, about })));
}

const repeated = (values: readonly string[]): string[] =>
  [...countOf(values)].flatMap(([value, n]) => (n > 1 ? [`${value}: ${n} times`] : []));

function countOf(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** When purchases became a success. */
export const successTimes = ({ purchases }: Evidence): number[] =>
  purchases.flatMap(({ status, final_ms }) => (status === 'success' && final_ms !== null ? [final_ms] : []));

const describe = ({ request_ref, status, cause }: PurchaseFact) => `${request_ref} is ${status} (${cause})`;
const isOpen = ({ status }: PurchaseFact) => status === 'initiated' || status === 'pending';
const wasRefunded = ({ status }: PurchaseFact) => status === 'failed' || status === 'refunded';

function unknownDeliveries({ ledger, purchases }: Evidence): string[] {
  const known = new Set(purchases.map(({ provider_ref }) => provider_ref));
  return ledger.deliveries.filter(({ request_id }) => !known.has(request_id)).map(({ request_id }) => request_id);
}

/** Provider references that were delivered and not reversed. */
function keptBy({ ledger }: Evidence): Set<string> {
  const kept = new Set(ledger.deliveries.map(({ request_id }) => request_id));
  for (const { request_id } of ledger.reversals) kept.delete(request_id);
  return kept;
}

function deliveredAndRefunded(evidence: Evidence): string[] {
  const kept = keptBy(evidence);
  return evidence.purchases
    .filter((each) => wasRefunded(each) && each.provider_ref !== null && kept.has(each.provider_ref))
    .map(describe);
}

function successWithoutDelivery(evidence: Evidence): string[] {
  const kept = keptBy(evidence);
  return evidence.purchases
    .filter(({ status, provider_ref }) => status === 'success' && !(provider_ref !== null && kept.has(provider_ref)))
    .map(describe);
}

/** Per purchase: its row, and the answers that clients got about it, in the order of arrival. */
function stories({
  answers,
  purchases,
}: Evidence): { ref: string; row: PurchaseFact | undefined; heard: ClientAnswer[] }[] {
  const rows = new Map(purchases.map((row) => [row.request_ref, row]));
  const byRef = new Map<string, ClientAnswer[]>();
  for (const answer of [...answers].sort((a, b) => a.answeredMs - b.answeredMs)) {
    const heard = byRef.get(answer.ref);
    if (heard === undefined) byRef.set(answer.ref, [answer]);
    else heard.push(answer);
  }
  return [...byRef].map(([ref, heard]) => ({ ref, heard, row: rows.get(ref) }));
}

function lostPurchases(evidence: Evidence): string[] {
  const lost = stories(evidence).filter(
    ({ row, heard }) => row === undefined && heard.some(({ outcome }) => saysAccepted(outcome)),
  );
  const invented = evidence.purchases.filter(({ request_ref }) => !evidence.refs.has(request_ref));
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
  if (later.outcome === 'transaction_not_found' || later.outcome === 'insufficient_balance') return true;
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
  ] as const),
  ...(['provider_unavailable', 'provider_unreachable', 'outcome_unknown', 'transaction_not_found'] as const),
]);

function unspecifiedAnswers({ answers }: Evidence): string[] {
  return answers.flatMap(({ ref, asked, outcome, trouble }) => {
    if (outcome !== null) return understood.has(outcome) ? [] : [`${ref}: ${asked} answered ${outcome}`];
    return trouble !== undefined && /docs\/openapi\.json|no answer of ours/.test(trouble) ? [`${ref}: ${trouble}`] : [];
  });
}

function lateAnswers({ answers, limits, frozenMs }: Evidence): string[] {
  return answers.flatMap(({ ref, asked, synchronous, at, sentMs, answeredMs, outcome }) => {
    const took = answeredMs - sentMs - frozenMs(at, sentMs, answeredMs);
    const late = outcome !== null && took > (synchronous ? limits.synchronous : limits.purchase);
    return late ? [`${ref}: ${asked} answered ${outcome} after ${Math.round(took)} ms`] : [];
  });
}

/** Only a purchase that the provider itself keeps pending may be under review. */
function unfinished({ purchases, ledger }: Evidence): string[] {
  const open = new Set(
    ledger.posts.filter(({ outcome }) => outcome === 'pending-for-ever').map(({ request_id }) => request_id),
  );
  return purchases
    .filter((row) => (row.needs_review ? !(isOpen(row) && open.has(row.provider_ref)) : isOpen(row)))
    .map((row) => `${describe(row)}${row.needs_review ? ', under review' : ''}`);
}

function finalWithoutEvent({ purchases, events }: Evidence): string[] {
  const withEvent = new Set(
    events
      .filter(({ event, status }) => event !== 'transaction.requery' && status !== 'pending')
      .map(({ request_ref }) => request_ref),
  );
  return purchases
    .filter(
      (row) =>
        row.has_url &&
        !isOpen(row) &&
        (row.product_type === 'AIRTIME' || row.product_type === 'DATA') &&
        !withEvent.has(row.request_ref),
    )
    .map(describe);
}

function unknownEvents({ webhooks, events }: Evidence): string[] {
  const known = new Set(events.map(({ id }) => id));
  return webhooks
    .filter(({ headers, body, apiKey }) => !verifyWebhook(body, apiKey) || !known.has(String(headers['x-webhook-id'])))
    .map(({ headers, body }) => `${headers['x-webhook-id']}: ${body?.event} of ${body?.reference}`);
}

function eventsNeverSeen({ webhooks, events }: Evidence): string[] {
  const seen = new Set(webhooks.map(({ headers }) => headers['x-webhook-id']));
  return events
    .filter(({ id, state }) => state === 'delivered' && !seen.has(id))
    .map(({ id, event }) => `${id}: ${event}`);
}

function untrueEvents({ webhooks, purchases }: Evidence): string[] {
  const rows = new Map(purchases.map((row) => [row.request_ref, row]));
  const ended = new Set<unknown>();
  return webhooks.flatMap(({ body }) => {
    const { event, status, reference } = body ?? {};
    if (event === 'transaction.requery') return [];
    const row = rows.get(String(reference));
    const untrue =
      status === 'pending'
        ? ended.has(reference)
        : row === undefined || status !== (row.status === 'success' ? 'success' : 'failed') || isOpen(row);
    if (status !== 'pending') ended.add(reference);
    return untrue ? [`${reference}: ${event} says ${status}, ${row ? describe(row) : 'unknown'}`] : [];
  });
}
