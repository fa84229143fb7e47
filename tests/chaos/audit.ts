import { verifyWebhook } from '@topup/client';
import type { Evidence, PurchaseFact } from './evidence';
import { endIn, saysAccepted, saysNothingDone, type Telling } from './tellings';

/** A broken promise. `rule` is its name in docs/reliability.md. */
export type Violation = { rule: string; about: string };

type Rule = { name: string; find(evidence: Evidence): string[] };

/** What the service promises, one check each. Every check has a test that shows it what it is to find. */
export const rules: readonly Rule[] = [
  {
    name: 'vended at most once for one reference',
    find: ({ ledger }) => repeated(ledger.deliveries.map(({ request_id }) => request_id)),
  },
  {
    name: 'sent at most once',
    find: ({ ledger }) => repeated(ledger.posts.flatMap(({ request_id }) => request_id ?? [])),
  },
  { name: 'nothing vended that no purchase knows of', find: strangeDeliveries },
  { name: 'never refunded although vended', find: refundedAlthoughVended },
  { name: 'a success was vended', find: successWithoutValue },
  { name: 'the books are sound', find: ({ drift }) => [...drift] },
  { name: 'no accepted purchase is lost', find: lostPurchases },
  { name: 'who is told that nothing was debited has not paid', find: chargedAfterNo },
  { name: 'an end that a client is told is the end', find: untrueAnswers },
  { name: 'a reference is called used only when it has been used', find: calledUsed },
  { name: 'answers never go back', find: wavering },
  { name: 'every answer is one that the document describes', find: strangeAnswers },
  { name: 'every answer comes in time', find: lateAnswers },
  { name: 'every purchase comes to an end, or before a person', find: unfinished },
  {
    name: 'an event is sent at most once',
    find: ({ webhooks }) => repeated(webhooks.map(({ headers }) => String(headers['x-webhook-id']))),
  },
  { name: 'every event is signed, and known', find: strangeEvents },
  { name: 'a delivered event has arrived', find: eventsNeverSeen },
  { name: 'an event says how it ended, and none overtakes another', find: untrueEvents },
  { name: 'every end of airtime and data is told by an event', find: untoldEnds },
  {
    name: 'no event is left behind',
    find: ({ events }) => events.filter(({ state }) => state === 'queued' || state === 'sending').map(({ id }) => id),
  },
  { name: 'nobody ends without being told to', find: ({ crashes }) => [...crashes] },
  { name: 'logs name no number and no key', find: ({ indiscretions }) => [...indiscretions] },
  {
    name: 'no transaction is left open',
    find: ({ idleInTransaction }) => (idleInTransaction === 0 ? [] : [`${idleInTransaction} backends`]),
  },
];

/** Every broken promise that the evidence shows. */
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

const describe = ({ request_ref, status, cause }: PurchaseFact) => `${request_ref} is ${status} (${cause})`;
const isOpen = ({ status }: PurchaseFact) => status === 'initiated' || status === 'pending';
const wasRefunded = ({ status }: PurchaseFact) => status === 'failed' || status === 'refunded';

function strangeDeliveries({ ledger, purchases }: Evidence): string[] {
  const known = new Set(purchases.map(({ provider_ref }) => provider_ref));
  return ledger.deliveries.filter(({ request_id }) => !known.has(request_id)).map(({ request_id }) => request_id);
}

/** What the provider gave and did not take back. */
function keptBy({ ledger }: Evidence): Set<string> {
  const kept = new Set(ledger.deliveries.map(({ request_id }) => request_id));
  for (const { request_id } of ledger.reversals) kept.delete(request_id);
  return kept;
}

function refundedAlthoughVended(evidence: Evidence): string[] {
  const kept = keptBy(evidence);
  return evidence.purchases
    .filter((each) => wasRefunded(each) && each.provider_ref !== null && kept.has(each.provider_ref))
    .map(describe);
}

function successWithoutValue(evidence: Evidence): string[] {
  const kept = keptBy(evidence);
  return evidence.purchases
    .filter(({ status, provider_ref }) => status === 'success' && !(provider_ref !== null && kept.has(provider_ref)))
    .map(describe);
}

/** Each purchase that clients have asked about: what they were told, in the order in which they heard it. */
function stories({
  tellings,
  purchases,
}: Evidence): { ref: string; row: PurchaseFact | undefined; heard: Telling[] }[] {
  const rows = new Map(purchases.map((row) => [row.request_ref, row]));
  const byRef = new Map<string, Telling[]>();
  for (const telling of [...tellings].sort((a, b) => a.answeredMs - b.answeredMs)) {
    const heard = byRef.get(telling.ref);
    if (heard === undefined) byRef.set(telling.ref, [telling]);
    else heard.push(telling);
  }
  return [...byRef].map(([ref, heard]) => ({ ref, heard, row: rows.get(ref) }));
}

function lostPurchases(evidence: Evidence): string[] {
  const told = stories(evidence).filter(
    ({ row, heard }) => row === undefined && heard.some(({ told }) => saysAccepted(told)),
  );
  const invented = evidence.purchases.filter(({ request_ref }) => !evidence.refs.has(request_ref));
  return [...told.map(({ ref }) => ref), ...invented.map(({ request_ref }) => `${request_ref} was ordered by nobody`)];
}

function chargedAfterNo(evidence: Evidence): string[] {
  return stories(evidence).flatMap(({ ref, row, heard }) => {
    const orders = heard.filter(({ asked }) => asked === 'purchase');
    const allRefused = orders.length > 0 && orders.every(({ told }) => saysNothingDone(told));
    return row !== undefined && allRefused
      ? [`${ref}: ${orders.map(({ told }) => told).join(', ')}, and yet ${describe(row)}`]
      : [];
  });
}

function untrueAnswers(evidence: Evidence): string[] {
  return stories(evidence).flatMap(({ ref, row, heard }) => {
    const ends = new Set(heard.flatMap(({ told }) => endIn(told) ?? []));
    const end = row === undefined || isOpen(row) ? undefined : row.status === 'success' ? 'success' : 'failed';
    return [...ends]
      .filter((told) => told !== end)
      .map((told) => `${ref}: told ${told}, but ${row ? describe(row) : 'not there'}`);
  });
}

/** To a client who has sent an order once, "used" means that somebody else has taken the reference: it would pay twice. */
function calledUsed(evidence: Evidence): string[] {
  return stories(evidence).flatMap(({ ref, heard }) => {
    const orders = heard.filter(({ asked }) => asked === 'purchase');
    return orders.length === 1 && orders[0]?.told === 'duplicate_reference' ? [ref] : [];
  });
}

/** Whoever asks after having been told an end, or that it is there, is never told less. */
function wavering(evidence: Evidence): string[] {
  return stories(evidence).flatMap(({ ref, heard }) =>
    heard.flatMap((earlier, i) =>
      heard
        .slice(i + 1)
        .filter((later) => later.sentMs > earlier.answeredMs && goesBack(earlier, later))
        .map((later) => `${ref}: ${earlier.told}, then ${later.told}`),
    ),
  );
}

function goesBack(earlier: Telling, later: Telling): boolean {
  if (!saysAccepted(earlier.told)) return false;
  if (later.told === 'transaction_not_found' || later.told === 'insufficient_balance') return true;
  if (later.asked === 'purchase') return saysAccepted(later.told) && later.told !== 'duplicate_reference';
  return endIn(earlier.told) !== undefined && later.told === 'pending';
}

const understood = new Set<Telling['told']>([
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

function strangeAnswers({ tellings }: Evidence): string[] {
  return tellings.flatMap(({ ref, asked, told, trouble }) => {
    if (told !== null) return understood.has(told) ? [] : [`${ref}: ${asked} answered ${told}`];
    return trouble !== undefined && /docs\/openapi\.json|no answer of ours/.test(trouble) ? [`${ref}: ${trouble}`] : [];
  });
}

function lateAnswers({ tellings, limits, frozenMs }: Evidence): string[] {
  return tellings.flatMap(({ ref, asked, synchronous, at, sentMs, answeredMs, told }) => {
    const took = answeredMs - sentMs - frozenMs(at, sentMs, answeredMs);
    const late = told !== null && took > (synchronous ? limits.synchronous : limits.purchase);
    return late ? [`${ref}: ${asked} answered ${told} after ${Math.round(took)} ms`] : [];
  });
}

/** Before a person come those alone that the provider itself calls open, for as long as it was asked. */
function unfinished({ purchases, ledger }: Evidence): string[] {
  const open = new Set(
    ledger.posts.filter(({ outcome }) => outcome === 'pending-for-ever').map(({ request_id }) => request_id),
  );
  return purchases
    .filter((row) => (row.needs_review ? !(isOpen(row) && open.has(row.provider_ref)) : isOpen(row)))
    .map((row) => `${describe(row)}${row.needs_review ? ', under review' : ''}`);
}

function untoldEnds({ purchases, events }: Evidence): string[] {
  const told = new Set(
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
        !told.has(row.request_ref),
    )
    .map(describe);
}

function strangeEvents({ webhooks, events }: Evidence): string[] {
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
