import { eventHash } from '@topup/core/webhook';
import { audit, rules } from './audit';
import type { EventFact, Evidence, PurchaseFact, WebhookFact } from './evidence';
import type { Telling } from './tellings';

// An auditor that overlooks a broken promise makes every long run worth nothing: each rule is shown one fact that breaks it.

const KEY = 'tup_live_audited';

const purchase = (fact: Partial<PurchaseFact> = {}): PurchaseFact => ({
  id: 'p-1',
  request_ref: 'a',
  provider_ref: 'order-a',
  status: 'success',
  cause: 'provider_delivered',
  sends: 1,
  needs_review: false,
  product_type: 'AIRTIME',
  has_url: true,
  started_after: 0.01,
  ...fact,
});

const telling = (fact: Partial<Telling> = {}): Telling => ({
  ref: 'a',
  asked: 'purchase',
  synchronous: false,
  at: 'http://api',
  sentMs: 0,
  answeredMs: 50,
  told: 'success',
  ...fact,
});

const event = (fact: Partial<EventFact> = {}): EventFact => ({
  id: 'event-a',
  event: 'airtime.purchase.success',
  status: 'success',
  state: 'delivered',
  request_ref: 'a',
  ...fact,
});

function webhook(body: Record<string, string> = {}, id = 'event-a'): WebhookFact {
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
  return { headers: { 'x-webhook-id': id }, body: signed, apiKey: KEY };
}

const delivery = (request_id: string) => ({
  request_id,
  serviceID: 'mtn',
  recipient: '08030000001',
  amount: 100,
  at: '',
});
const post = (request_id: string, outcome = 'delivered') => ({ request_id, outcome, at: '' });

/** Two purchases as they should be: one delivered and told, one that failed for a client without a webhook. */
function sound(): Evidence {
  return {
    tellings: [telling(), telling({ ref: 'b', told: 'failed', asked: 'purchase' })],
    refs: new Set(['a', 'b', 'c']),
    purchases: [
      purchase(),
      purchase({ id: 'p-2', request_ref: 'b', provider_ref: 'order-b', status: 'failed', has_url: false }),
    ],
    ledger: { deliveries: [delivery('order-a')], reversals: [], posts: [post('order-a'), post('order-b', 'rejected')] },
    events: [event()],
    webhooks: [webhook()],
    drift: [],
    crashes: [],
    indiscretions: [],
    idleInTransaction: 0,
    frozenMs: () => 0,
    limits: { purchase: 4_000, synchronous: 5_000 },
  };
}

type Case = [rule: string, what: string, change: (evidence: Evidence) => Partial<Evidence>];

const CASES: Case[] = [
  [
    'vended at most once for one reference',
    'the sandbox vended twice',
    ({ ledger }) => ({ ledger: { ...ledger, deliveries: [delivery('order-a'), delivery('order-a')] } }),
  ],
  [
    'sent at most once',
    'an order was posted twice',
    ({ ledger }) => ({ ledger: { ...ledger, posts: [...ledger.posts, post('order-a', 'refused 014')] } }),
  ],
  [
    'nothing vended that no purchase knows of',
    'a second reference was minted',
    ({ ledger }) => ({ ledger: { ...ledger, deliveries: [...ledger.deliveries, delivery('order-z')] } }),
  ],
  [
    'never refunded although vended',
    'the failed one was delivered',
    ({ ledger }) => ({ ledger: { ...ledger, deliveries: [...ledger.deliveries, delivery('order-b')] } }),
  ],
  [
    'a success was vended',
    'the delivery was taken back',
    ({ ledger }) => ({ ledger: { ...ledger, reversals: [{ request_id: 'order-a', at: '' }] } }),
  ],
  ['the books are sound', 'they are not', () => ({ drift: ['A01'] })],
  [
    'no accepted purchase is lost',
    'one that was promised is not there',
    ({ tellings }) => ({ tellings: [...tellings, telling({ ref: 'c', told: 'pending' })] }),
  ],
  [
    'no accepted purchase is lost',
    'one is there that nobody ordered',
    ({ refs }) => ({ refs: new Set([...refs].filter((ref) => ref !== 'b')) }),
  ],
  [
    'who is told that nothing was debited has not paid',
    'the one answer was no',
    () => ({ tellings: [telling({ ref: 'b', told: 'internal' })] }),
  ],
  [
    'an end that a client is told is the end',
    'told success, failed',
    ({ tellings }) => ({ tellings: [...tellings, telling({ ref: 'b', told: 'success', sentMs: 40 })] }),
  ],
  [
    'a reference is called used only when it has been used',
    'it was sent once',
    () => ({ tellings: [telling({ told: 'duplicate_reference' })] }),
  ],
  [
    'answers never go back',
    'final, then pending',
    ({ tellings }) => ({
      tellings: [...tellings, telling({ asked: 'status', told: 'pending', sentMs: 60, answeredMs: 70 })],
    }),
  ],
  [
    'answers never go back',
    'accepted, then unknown',
    ({ tellings }) => ({
      tellings: [...tellings, telling({ asked: 'status', told: 'transaction_not_found', sentMs: 60, answeredMs: 70 })],
    }),
  ],
  [
    'answers never go back',
    'accepted twice',
    ({ tellings }) => ({ tellings: [...tellings, telling({ told: 'pending', sentMs: 60, answeredMs: 70 })] }),
  ],
  [
    'every answer is one that the document describes',
    'no error of ours',
    ({ tellings }) => ({ tellings: [...tellings, telling({ told: null, trouble: 'no answer of ours: 502 {}' })] }),
  ],
  [
    'every answer is one that the document describes',
    'an error out of place',
    ({ tellings }) => ({ tellings: [...tellings, telling({ ref: 'c', told: 'unauthorized' })] }),
  ],
  ['every answer comes in time', 'a purchase', () => ({ tellings: [telling({ answeredMs: 4_001 })] })],
  [
    'every answer comes in time',
    'a synchronous one',
    () => ({ tellings: [telling({ answeredMs: 5_001, synchronous: true })] }),
  ],
  [
    'every purchase comes to an end, or before a person',
    'one is open',
    ({ purchases }) => ({
      purchases: [...purchases, purchase({ request_ref: 'c', status: 'pending', provider_ref: null })],
    }),
  ],
  [
    'every purchase comes to an end, or before a person',
    'one is before a person without need',
    ({ purchases }) => ({
      purchases: [
        ...purchases,
        purchase({ request_ref: 'c', status: 'pending', provider_ref: 'order-c', needs_review: true }),
      ],
    }),
  ],
  ['an event is sent at most once', 'it came twice', ({ webhooks }) => ({ webhooks: [...webhooks, ...webhooks] })],
  [
    'every event is signed, and known',
    'another key',
    ({ webhooks }) => ({ webhooks: webhooks.map((each) => ({ ...each, apiKey: 'another' })) }),
  ],
  [
    'every event is signed, and known',
    'nobody wrote it',
    ({ webhooks }) => ({ webhooks: [...webhooks, webhook({ event: 'transaction.requery' }, 'event-z')] }),
  ],
  ['a delivered event has arrived', 'nothing came', () => ({ webhooks: [] })],
  [
    'an event says how it ended, and none overtakes another',
    'it says failed',
    () => ({ webhooks: [webhook({ status: 'failed', event: 'airtime.purchase.failed' })] }),
  ],
  [
    'an event says how it ended, and none overtakes another',
    'pending came last',
    ({ events, webhooks }) => ({
      events: [...events, event({ id: 'event-p', status: 'pending', event: 'airtime.purchase.pending' })],
      webhooks: [...webhooks, webhook({ status: 'pending', event: 'airtime.purchase.pending' }, 'event-p')],
    }),
  ],
  ['every end of airtime and data is told by an event', 'there is none', () => ({ events: [], webhooks: [] })],
  [
    'no event is left behind',
    'one still waits',
    ({ events }) => ({ events: [...events, event({ id: 'event-q', event: 'transaction.requery', state: 'queued' })] }),
  ],
  ['nobody ends without being told to', 'a worker crashed', () => ({ crashes: ['worker ended with 1'] })],
  ['logs name no number and no key', 'one does', () => ({ indiscretions: ['{"phone":"08030000001"}'] })],
  ['no transaction is left open', 'one is', () => ({ idleInTransaction: 1 })],
];

test('what is sound is called sound', () => {
  expect(audit(sound())).toEqual([]);
});

test.each(CASES)('%s: %s', (rule, _what, change) => {
  const evidence = sound();
  expect(audit({ ...evidence, ...change(evidence) }).map((found) => found.rule)).toEqual([rule]);
});

test('every rule is shown what it is to find', () => {
  expect(rules.map(({ name }) => name).filter((name) => !CASES.some(([rule]) => rule === name))).toEqual([]);
});

describe('what looks like a broken promise and is none', () => {
  test.each<[string, Partial<Evidence>]>([
    [
      'an answer that overlapped the final one',
      { tellings: [telling(), telling({ asked: 'status', told: 'pending', sentMs: 40, answeredMs: 90 })] },
    ],
    [
      'an order whose outcome was not known, and that was never accepted',
      {
        tellings: [
          ...sound().tellings,
          telling({ ref: 'c', told: 'outcome_unknown' }),
          telling({ ref: 'c', asked: 'status', told: 'transaction_not_found', sentMs: 60 }),
        ],
      },
    ],
    [
      'an order sent again while the database is silent',
      { tellings: [telling(), telling({ told: 'outcome_unknown', sentMs: 60, answeredMs: 90 })] },
    ],
    [
      'a late answer of an api that stood still by order',
      { tellings: [telling({ answeredMs: 5_000 })], frozenMs: () => 3_000 },
    ],
    [
      'an order refused once and accepted when it was sent again',
      { tellings: [telling({ told: 'internal' }), telling({ sentMs: 60, answeredMs: 90 })] },
    ],
    [
      'a pending event before the final one',
      {
        events: [event(), event({ id: 'event-p', status: 'pending', event: 'airtime.purchase.pending' })],
        webhooks: [webhook({ status: 'pending', event: 'airtime.purchase.pending' }, 'event-p'), webhook()],
      },
    ],
    [
      'an order that stays pending at the provider and is before a person',
      {
        purchases: [
          ...sound().purchases,
          purchase({ request_ref: 'c', provider_ref: 'order-c', status: 'pending', needs_review: true }),
        ],
        ledger: { ...sound().ledger, posts: [...sound().ledger.posts, post('order-c', 'pending-for-ever')] },
      },
    ],
  ])('%s', (_what, change) => {
    expect(audit({ ...sound(), ...change })).toEqual([]);
  });
});
