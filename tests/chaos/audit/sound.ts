import { eventHash } from '@topup/core/webhook';
import { airtime } from '../../journey/support/products';
import type { ClientAnswer } from '../client-answers';
import type { ClientOrder } from '../client-log';
import type { AttemptFact, EventFact, Evidence, FeedFact, FeedRow, PurchaseFact, WebhookFact } from './evidence';

// A run that broke no promise, for tests that break one fact of it.

const KEY = 'tup_live_audited';
const ACCOUNT = 'account-1';
export const ABUSER = 'account-2';

export const purchase = (fact: Partial<PurchaseFact> = {}): PurchaseFact => ({
  id: 'p-1',
  account_id: ACCOUNT,
  request_ref: 'a',
  provider_ref: 'order-a',
  status: 'success',
  cause: 'provider_delivered',
  sends: 1,
  needs_review: false,
  product_type: 'AIRTIME',
  has_url: true,
  started_after: 0.01,
  reversed: false,
  final_ms: 40,
  ...fact,
});

export const attempt = (fact: Partial<AttemptFact> = {}): AttemptFact => ({
  purchase_id: 'p-1',
  number: 1,
  provider: 'vtpass',
  provider_ref: 'order-a',
  outcome: 'delivered',
  closed: false,
  ...fact,
});

export const order = (ref: string, account = ACCOUNT): ClientOrder => ({
  account: { id: account, liveId: account, apiKey: KEY, keyId: 'k' },
  product: airtime,
  ref,
  recipient: '08030000001',
});

export const answer = (fact: Partial<ClientAnswer> = {}): ClientAnswer => ({
  account: ACCOUNT,
  ref: 'a',
  asked: 'purchase',
  synchronous: false,
  at: 'http://api',
  sentMs: 0,
  answeredMs: 50,
  outcome: 'success',
  ...fact,
});

export const event = (fact: Partial<EventFact> = {}): EventFact => ({
  id: 'event-a',
  account_id: ACCOUNT,
  event: 'airtime.purchase.success',
  status: 'success',
  state: 'delivered',
  request_ref: 'a',
  ...fact,
});

export function webhook(body: Record<string, string> = {}, id = 'event-a'): WebhookFact {
  const fields = {
    event: 'airtime.purchase.success',
    reference: 'a',
    status: 'success',
    amount: '100.00',
    product_type: 'AIRTIME',
    details: 'Done.',
  };
  const signed = {
    ...fields,
    hash: eventHash(KEY, body.reference ?? 'a'),
    timestamp: '2026-11-21T12:00:00.000000000Z',
    ...body,
  };
  return { headers: { 'x-webhook-id': id }, body: signed, account: ACCOUNT, apiKey: KEY };
}

export const delivery = (request_id: string, provider = 'vtpass') => ({
  provider,
  request_id,
  serviceID: 'mtn',
  recipient: '08030000001',
  amount: 100,
  at: '',
});
export const change = (reference: string, status = 'successful'): FeedRow => ({
  reference,
  status,
  changed_at: '2026-11-21T12:00:00.000Z',
});
/** One reading after the run has the same rows, unless `fact` says otherwise. */
export const feed = (seen = [change('a'), change('b', 'failed')], fact: Partial<FeedFact> = {}): FeedFact => ({
  account: ACCOUNT,
  seen,
  whole: seen,
  troubles: [],
  ...fact,
});
/** Purchase a was for a prepaid meter, and the customer was sent these tokens. */
export const powered = (...messages: string[][]): Partial<Evidence> => ({
  ledger: { ...sound().ledger, deliveries: [{ ...delivery('order-a'), recipient: '45', tokens: ['1', '2', '3'] }] },
  messages: messages.map((tokens) => ({ meter: '45', tokens })),
});
export const post = (request_id: string, outcome = 'delivered', provider = 'vtpass') => ({
  provider,
  request_id,
  outcome,
  at: '',
  recorded: !/refused|unrecorded|low-float/.test(outcome),
});
/** The failed purchase was first refused by another provider, which has met its order as `met`. */
export const wentElsewhere = (
  outcome: string,
  met: string,
  provider: string,
): ((evidence: Evidence) => Partial<Evidence>) => {
  const closed = attempt({ purchase_id: 'p-2', provider, provider_ref: 'order-b0', outcome, closed: true });
  return ({ attempts, ledger }) => ({
    attempts: [...attempts, closed],
    ledger: { ...ledger, posts: [...ledger.posts, post('order-b0', met, provider)] },
  });
};

/**
 * Two correct purchases: one delivered with its event, and one that failed for a client without a webhook. A fault was
 * under way all the time.
 */
export function sound(): Evidence {
  return {
    answers: [answer(), answer({ ref: 'b', outcome: 'failed', asked: 'purchase' })],
    orders: [order('a'), order('b'), order('c')],
    abuser: ABUSER,
    purchases: [
      purchase(),
      purchase({ id: 'p-2', request_ref: 'b', provider_ref: 'order-b', status: 'failed', has_url: false }),
    ],
    attempts: [attempt(), attempt({ purchase_id: 'p-2', provider_ref: 'order-b', outcome: 'failed' })],
    ledger: { deliveries: [delivery('order-a')], reversals: [], posts: [post('order-a'), post('order-b', 'rejected')] },
    events: [event()],
    webhooks: [webhook()],
    messages: [],
    feeds: [feed()],
    transfers: {
      made: [{ reference: 'MNFY|1', account: ACCOUNT, kobo: 5_000, isPaid: true }],
      credits: [{ reference: 'MNFY|1', account: ACCOUNT, kobo: 5_000 }],
    },
    drift: [],
    crashes: [],
    unmaskedLines: [],
    idleInTransaction: 0,
    frozenMs: () => 0,
    limits: { purchase: 4_000, synchronous: 5_000 },
    run: { fromMs: 0, toMs: 60_000 },
    faults: [{ name: 'Redis frozen', fromMs: 0, toMs: 60_000 }],
  };
}
