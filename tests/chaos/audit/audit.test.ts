import type { ClientAnswer } from '../client-answers';
import { audit, rules } from './audit';
import type { Evidence } from './evidence';
import {
  ABUSER,
  answer,
  attempt,
  change,
  delivery,
  event,
  feed,
  order,
  post,
  powered,
  purchase,
  sound,
  webhook,
  wentElsewhere,
} from './sound';

// A rule that finds nothing makes every long run worthless. Each rule is given one fact that breaks it.

/** An answer of a time without faults, about an order that was never accepted. */
const quiet = (fact: Partial<ClientAnswer>) => answer({ ref: 'c', sentMs: 20_000, answeredMs: 20_060, ...fact });
const generous = { purchase: 60_000, synchronous: 60_000 };

type Case = [rule: string, what: string, change: (evidence: Evidence) => Partial<Evidence>];

const CASES: Case[] = [
  [
    'vended at most once for one reference',
    'the sandbox vended twice',
    ({ ledger }) => ({ ledger: { ...ledger, deliveries: [delivery('order-a'), delivery('order-a')] } }),
  ],
  [
    'vended at most once over all providers',
    'two providers vended it, each under its own reference',
    ({ attempts, ledger }) => ({
      attempts: [...attempts, attempt({ number: 2, provider: 'monnify', provider_ref: 'order-a2' })],
      ledger: { ...ledger, deliveries: [...ledger.deliveries, delivery('order-a2', 'monnify')] },
    }),
  ],
  [
    'every delivery belongs to a purchase',
    'another provider than the one that was asked vended it',
    () => ({ ledger: { ...sound().ledger, deliveries: [delivery('order-a'), delivery('order-a', 'reloadly')] } }),
  ],
  ...(
    [
      ['no SMS was sent', powered(), {}],
      ['an SMS names the energy first', powered(['1', '2', '3'], ['3', '1', '2']), {}],
      ['the answer has a key change token as the energy', powered(['1', '2', '3']), { tokens: ['1', '3', '2'] }],
      ['the answer lacks one', powered(['1', '2', '3']), { tokens: ['1', '3'] }],
      ['a pending answer has them', powered(['1', '2', '3']), { outcome: 'pending', tokens: ['1', '2', '3'] }],
    ] as const
  ).map(
    ([what, facts, fact]): Case => [
      'a customer gets the tokens that were issued, each in its place',
      what,
      ({ answers }) => ({ ...facts, answers: [answer(fact), ...answers.slice(1)] }),
    ],
  ),
  ...(
    [
      ['pending', 'refused', 'pending-then-delivered', 'vtpass'],
      ['a time-out', 'not_sent', 'hang-unrecorded', 'vtpass'],
      ['a reset', 'not_sent', 'reset-unrecorded', 'monnify'],
      ['5xx', 'refused', 'error-unrecorded', 'vtpass'],
      ['a code that is not listed', 'refused', 'refused 99', 'monnify'],
      ['a used reference', 'refused', 'refused CUSTOM_IDENTIFIER_ALREADY_USED', 'reloadly'],
      ['a failure that may still change', 'confirmed_failed', 'rejected', 'monnify'],
      ['a record, though it was not found', 'never_received', 'pending-then-delivered', 'vtpass'],
    ] as const
  ).map(
    ([after, outcome, met, provider]): Case => [
      'only what provably gave no value goes elsewhere',
      `it went after ${after}`,
      wentElsewhere(outcome, met, provider),
    ],
  ),
  [
    'sent at most once',
    'an order was posted twice',
    ({ ledger }) => ({ ledger: { ...ledger, posts: [...ledger.posts, post('order-a', 'refused 014')] } }),
  ],
  [
    'every delivery belongs to a purchase',
    'a second reference was minted',
    ({ ledger }) => ({ ledger: { ...ledger, deliveries: [...ledger.deliveries, delivery('order-z')] } }),
  ],
  [
    'a delivered purchase is never refunded',
    'the failed one was delivered',
    ({ ledger }) => ({ ledger: { ...ledger, deliveries: [...ledger.deliveries, delivery('order-b')] } }),
  ],
  [
    'a successful purchase was delivered',
    'the delivery was taken back',
    ({ ledger }) => ({ ledger: { ...ledger, reversals: [{ provider: 'vtpass', request_id: 'order-a', at: '' }] } }),
  ],
  ['the books are sound', 'they are not', () => ({ drift: ['A01'] })],
  [
    'no accepted purchase is lost',
    'one that was promised is not there',
    ({ answers }) => ({ answers: [...answers, answer({ ref: 'c', outcome: 'pending' })] }),
  ],
  [
    'no accepted purchase is lost',
    'there is one that nobody ordered',
    ({ orders }) => ({ orders: orders.filter(({ ref }) => ref !== 'b') }),
  ],
  [
    'an answer that nothing was debited is true',
    'the one answer was no',
    () => ({ answers: [answer({ ref: 'b', outcome: 'internal' })] }),
  ],
  [
    'a final answer is the final status',
    'answered success, stored failed',
    ({ answers }) => ({ answers: [...answers, answer({ ref: 'b', outcome: 'success', sentMs: 40 })] }),
  ],
  [
    'an unused reference is never declined as used',
    'it was sent once',
    () => ({ answers: [answer({ outcome: 'duplicate_reference' })] }),
  ],
  [
    'a later answer never takes back an earlier one',
    'final, then pending',
    ({ answers }) => ({
      answers: [...answers, answer({ asked: 'status', outcome: 'pending', sentMs: 60, answeredMs: 70 })],
    }),
  ],
  [
    'a later answer never takes back an earlier one',
    'accepted, then unknown',
    ({ answers }) => ({
      answers: [...answers, answer({ asked: 'status', outcome: 'transaction_not_found', sentMs: 60, answeredMs: 70 })],
    }),
  ],
  [
    'a later answer never takes back an earlier one',
    'accepted twice',
    ({ answers }) => ({ answers: [...answers, answer({ outcome: 'pending', sentMs: 60, answeredMs: 70 })] }),
  ],
  [
    'every answer is in the API specification',
    'an unknown error',
    ({ answers }) => ({ answers: [...answers, answer({ outcome: null, trouble: 'unknown answer: 502 {}' })] }),
  ],
  [
    'every answer is in the API specification',
    'an error out of place',
    ({ answers }) => ({ answers: [...answers, answer({ ref: 'c', outcome: 'unauthorized' })] }),
  ],
  ['every answer comes in time', 'a purchase', () => ({ answers: [answer({ answeredMs: 4_001 })] })],
  [
    'every answer comes in time',
    'a synchronous one',
    () => ({ answers: [answer({ answeredMs: 5_001, synchronous: true })] }),
  ],
  [
    'outside of faults an answer comes at once',
    'one was late',
    ({ answers }) => ({
      faults: [],
      answers: [...answers, quiet({ asked: 'lookup', answeredMs: 28_100 })],
      limits: generous,
    }),
  ],
  [
    'outside of faults an order gets what its number says',
    'one was declined',
    ({ answers }) => ({ faults: [], answers: [...answers, quiet({ outcome: 'overloaded' })] }),
  ],
  [
    'a minute without a success has faults that explain it',
    'the second one',
    () => ({ run: { fromMs: 0, toMs: 120_000 } }),
  ],
  [
    'every purchase becomes final or goes to review',
    'one is open',
    ({ purchases }) => ({
      purchases: [...purchases, purchase({ request_ref: 'c', status: 'pending', provider_ref: null })],
    }),
  ],
  [
    'every purchase becomes final or goes to review',
    'one is under review without need',
    ({ purchases }) => ({
      purchases: [
        ...purchases,
        purchase({ request_ref: 'c', status: 'pending', provider_ref: 'order-c', needs_review: true }),
      ],
    }),
  ],
  ['an event is sent at most once', 'it came twice', ({ webhooks }) => ({ webhooks: [...webhooks, ...webhooks] })],
  [
    'every event is signed and recorded',
    'another key',
    ({ webhooks }) => ({ webhooks: webhooks.map((each) => ({ ...each, apiKey: 'another' })) }),
  ],
  [
    'every event is signed and recorded',
    'nobody wrote it',
    ({ webhooks }) => ({ webhooks: [...webhooks, webhook({ event: 'transaction.requery' }, 'event-z')] }),
  ],
  ['an event marked delivered has arrived', 'nothing came', () => ({ webhooks: [] })],
  [
    'events carry the true status, in order',
    'it says failed',
    () => ({ webhooks: [webhook({ status: 'failed', event: 'airtime.purchase.failed' })] }),
  ],
  [
    'events carry the true status, in order',
    'pending came last',
    ({ events, webhooks }) => ({
      events: [...events, event({ id: 'event-p', status: 'pending', event: 'airtime.purchase.pending' })],
      webhooks: [...webhooks, webhook({ status: 'pending', event: 'airtime.purchase.pending' }, 'event-p')],
    }),
  ],
  ['every final airtime or data purchase has an event', 'one has none', () => ({ events: [], webhooks: [] })],
  [
    'no event stays queued',
    'one still waits',
    ({ events }) => ({ events: [...events, event({ id: 'event-q', event: 'transaction.requery', state: 'queued' })] }),
  ],
  [
    'every transfer is credited exactly once',
    'one is lost',
    ({ transfers }) => ({ transfers: { ...transfers, credits: [] } }),
  ],
  ['a reader of changes gets every end once, in order', 'it missed one', () => ({ feeds: [feed([change('a')])] })],
  ['no process ends unexpectedly', 'a worker crashed', () => ({ crashes: ['worker ended with 1'] })],
  ['logs contain no number and no key', 'one does', () => ({ unmaskedLines: ['{"phone":"08030000001"}'] })],
  ['no transaction is left open', 'one is', () => ({ idleInTransaction: 1 })],
];

test('a run without faults passes', () => {
  expect(audit(sound())).toEqual([]);
});

test.each(CASES)('%s: %s', (rule, _what, change) => {
  const evidence = sound();
  expect(audit({ ...evidence, ...change(evidence) }).map((found) => found.rule)).toEqual([rule]);
});

test('every rule has a fact that breaks it', () => {
  expect(rules.map(({ name }) => name).filter((name) => !CASES.some(([rule]) => rule === name))).toEqual([]);
});

test('the abuser is promised true answers like everybody', () => {
  const answers = [...sound().answers, answer({ account: ABUSER, ref: 'x', outcome: 'pending' })];
  expect(audit({ ...sound(), answers }).map(({ rule }) => rule)).toEqual(['no accepted purchase is lost']);
});

describe('facts that only look like a broken promise pass', () => {
  test.each<[string, Partial<Evidence>]>([
    [
      'an answer that overlapped the final one',
      { answers: [answer(), answer({ asked: 'status', outcome: 'pending', sentMs: 40, answeredMs: 90 })] },
    ],
    [
      'an order whose outcome was not known, and that was never accepted',
      {
        answers: [
          ...sound().answers,
          answer({ ref: 'c', outcome: 'outcome_unknown' }),
          answer({ ref: 'c', asked: 'status', outcome: 'transaction_not_found', sentMs: 60 }),
        ],
      },
    ],
    [
      'an order sent again while the database is silent',
      { answers: [answer(), answer({ outcome: 'outcome_unknown', sentMs: 60, answeredMs: 90 })] },
    ],
    [
      'an SMS that was sent twice, and an answer with all tokens in their places',
      {
        ...powered(['1', '2', '3'], ['1', '2', '3']),
        answers: [answer({ tokens: ['1', '2', '3'] }), ...sound().answers.slice(1)],
      },
    ],
    [
      'a late answer of an api that stood still by order',
      { answers: [answer({ answeredMs: 5_000 })], frozenMs: () => 3_000 },
    ],
    [
      'an order declined once and accepted when it was sent again',
      { answers: [answer({ outcome: 'internal' }), answer({ sentMs: 60, answeredMs: 90 })] },
    ],
    [
      'a pending event before the final one',
      {
        events: [event(), event({ id: 'event-p', status: 'pending', event: 'airtime.purchase.pending' })],
        webhooks: [webhook({ status: 'pending', event: 'airtime.purchase.pending' }, 'event-p'), webhook()],
      },
    ],
    [
      'a purchase of another account under the same reference',
      {
        orders: [...sound().orders, order('a', ABUSER)],
        answers: [...sound().answers, answer({ account: ABUSER, outcome: 'failed' })],
        purchases: [
          ...sound().purchases,
          purchase({ id: 'p-3', account_id: ABUSER, provider_ref: 'order-2', status: 'failed', has_url: false }),
        ],
      },
    ],
    [
      'the abuser waits, is declined and gets errors that no other client may get',
      {
        faults: [],
        orders: [...sound().orders, order('x', ABUSER)],
        answers: [
          ...sound().answers,
          answer({ account: ABUSER, ref: 'x', outcome: 'rate_limited', sentMs: 20_000, answeredMs: 59_000 }),
          answer({ account: ABUSER, ref: 'x', outcome: 'body_not_json', sentMs: 20_000 }),
        ],
      },
    ],
    [
      'an order that stays pending at the provider and is under review',
      {
        purchases: [
          ...sound().purchases,
          purchase({ id: 'p-3', request_ref: 'c', provider_ref: 'order-c', status: 'pending', needs_review: true }),
        ],
        attempts: [
          ...sound().attempts,
          attempt({ purchase_id: 'p-3', provider_ref: 'order-z', outcome: 'refused', closed: true }),
          attempt({ purchase_id: 'p-3', number: 2, provider: 'monnify', provider_ref: 'order-c', outcome: 'open' }),
        ],
        ledger: {
          ...sound().ledger,
          posts: [
            ...sound().ledger.posts,
            post('order-z', 'refused 018'),
            post('order-c', 'pending-for-ever', 'monnify'),
          ],
        },
      },
    ],
    [
      'an order that the sandbox was killed over, before it recorded it, goes elsewhere',
      {
        attempts: [
          ...sound().attempts,
          attempt({ purchase_id: 'p-2', provider_ref: 'order-b0', outcome: 'never_received', closed: true }),
        ],
        ledger: {
          ...sound().ledger,
          posts: [...sound().ledger.posts, { ...post('order-b0', 'pending-then-delivered'), recorded: false }],
        },
      },
    ],
  ])('%s', (_what, change) => {
    expect(audit({ ...sound(), ...change })).toEqual([]);
  });
});
