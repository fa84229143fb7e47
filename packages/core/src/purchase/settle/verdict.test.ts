import type {
  Delivery,
  MeterDelivery,
  ProductType,
  Rejection,
  RequeryOutcome,
  SendOutcome,
} from '../../provider/provider.port';
import { orderFor } from '../../testing/purchases';
import type { DuePurchase } from '../requery/due.store';
import { verdictOfRequery } from '../requery/verdict-of-requery';
import { nextCheck, type RequeryRules, verdictOfNeverSent, verdictOfSend } from './verdict';

const minutes = (n: number) => n * 60_000;

const rules: RequeryRules = {
  schedule: [5_000, 15_000, minutes(10), minutes(15), minutes(20), minutes(1440)],
  notFoundMinCount: 3,
  notFoundSpanMs: minutes(10),
  notFoundMinAgeMs: minutes(10),
  random: () => 0.5,
};

const of = (productType: ProductType, variationCode?: 'prepaid' | 'postpaid') => {
  const { providerOrder } = orderFor(productType, variationCode === undefined ? {} : { terms: { variationCode } });
  return { id: 'p', productType, providerOrder };
};
const purchase = of('AIRTIME');

const due = (facts: Partial<DuePurchase> = {}): DuePurchase =>
  ({
    ...purchase,
    orderSeen: false,
    tokenAwaited: false,
    quarantinedAt: null,
    providerEvidence: {},
    refusedWith: null,
    missingCount: 0,
    sinceSendMs: minutes(11),
    missingSpanMs: null,
    ...facts,
  }) as DuePurchase;

const delivered: { kind: 'delivered' } & Delivery = {
  kind: 'delivered',
  costKobo: 9_700n,
  providerTransactionId: '1',
  mismatch: null,
  meter: null,
};
const meter: MeterDelivery = {
  token: null,
  bonusToken: null,
  units: null,
  customerName: 'ADA OBI',
  address: '1 Marina',
};
const refusal: Rejection = { code: '019', reason: 'It looks like a duplicate.', fault: 'duplicate' };
const refusedBefore = { refusedWith: '019', providerEvidence: { refusal } };

describe('money moves only on an answer that proves something', () => {
  test('delivered: success with its cost', () => {
    expect(verdictOfSend(purchase, delivered, rules)).toMatchObject({
      targetStatus: 'success',
      basis: 'answer',
      costKobo: 9_700n,
      review: false,
    });
  });

  test('delivered to somebody else: success all the same, and a person looks', () => {
    expect(verdictOfSend(purchase, { ...delivered, mismatch: 'recipient …0002' }, rules)).toMatchObject({
      targetStatus: 'success',
      review: true,
    });
  });

  test('rejected and provably unsent: refunded', () => {
    expect(
      verdictOfSend(purchase, { kind: 'rejected', code: '016', reason: 'No.', fault: 'order' }, rules),
    ).toMatchObject({
      targetStatus: 'failed',
      basis: 'answer',
      cause: { code: 'provider_rejected', detail: '016' },
      message: 'Airtime purchase failed: No. Your wallet has been refunded.',
    });
    expect(
      verdictOfSend(purchase, { kind: 'unsent', code: 'unreachable', reason: 'ECONNREFUSED' }, rules),
    ).toMatchObject({
      targetStatus: 'failed',
      cause: { code: 'provider_unreachable' },
    });
  });

  test('anything unclear stays open and is asked for', () => {
    expect(
      verdictOfSend(purchase, { kind: 'unknown', reason: 'timeout', rejection: null, orderSeen: false }, rules),
    ).toMatchObject({
      targetStatus: 'open',
      nextCheckMs: 5_000,
    });
    expect(
      verdictOfSend(purchase, { kind: 'unknown', reason: 'code 019', rejection: refusal, orderSeen: false }, rules),
    ).toMatchObject({
      targetStatus: 'open',
      refusedWith: '019',
    });
  });

  test('never sent: given back on that ground alone, which the database checks', () => {
    expect(verdictOfNeverSent(purchase)).toMatchObject({ targetStatus: 'refunded', basis: 'never_sent' });
  });
});

describe('a requery refunds only by the rules', () => {
  const missing: RequeryOutcome = { kind: 'missing' };

  test.each<[string, RequeryOutcome, Partial<DuePurchase>, object]>([
    ['delivered', delivered, {}, { targetStatus: 'success', basis: 'requery' }],
    [
      'rejected',
      { kind: 'rejected', reversed: false, code: '016', reason: 'No.', fault: 'order' },
      {},
      { targetStatus: 'failed', basis: 'requery', cause: { code: 'provider_rejected', detail: '016' } },
    ],
    [
      'reversed',
      { kind: 'rejected', reversed: true, code: '040', reason: 'Back.', fault: 'order' },
      {},
      { targetStatus: 'failed', cause: { code: 'provider_reversed', detail: '040' } },
    ],
    [
      'still open',
      { kind: 'open', reason: 'pending', stuck: false },
      {},
      { targetStatus: 'open', orderSeen: true, review: false },
    ],
    [
      'stuck',
      { kind: 'open', reason: 'resolved', stuck: true },
      {},
      { targetStatus: 'open', orderSeen: true, review: true },
    ],
    ['no answer', { kind: 'unanswered', reason: 'timeout' }, {}, { targetStatus: 'open', notFound: false }],
    [
      'the same refusal again',
      { kind: 'refused', ...refusal },
      refusedBefore,
      { targetStatus: 'failed', basis: 'rejection_repeated', onlyIfAlone: true },
    ],
    [
      'another refusal than the send’s',
      { kind: 'refused', ...refusal, code: '030' },
      refusedBefore,
      { targetStatus: 'open' },
    ],
    ['a refusal after a lost answer', { kind: 'refused', ...refusal }, {}, { targetStatus: 'open' }],
    [
      'no such order, after a refusal',
      missing,
      refusedBefore,
      { targetStatus: 'failed', basis: 'rejection_repeated', onlyIfAlone: true },
    ],
    [
      'no such order, too early to count',
      missing,
      { sinceSendMs: minutes(9) },
      { targetStatus: 'open', notFound: false },
    ],
    ['no such order, the first that counts', missing, {}, { targetStatus: 'open', notFound: true }],
    [
      'no such order, the third but too soon',
      missing,
      { missingCount: 2, missingSpanMs: minutes(9) },
      { targetStatus: 'open', notFound: true },
    ],
    [
      'no such order, long enough but only twice',
      missing,
      { missingCount: 1, missingSpanMs: minutes(60) },
      { targetStatus: 'open', notFound: true },
    ],
    [
      'no such order, often and long enough',
      missing,
      { missingCount: 2, missingSpanMs: minutes(10) },
      { targetStatus: 'failed', basis: 'not_found', missingCount: 2 },
    ],
    [
      'no such order, though it was seen',
      missing,
      { orderSeen: true, missingCount: 9, missingSpanMs: minutes(60) },
      { targetStatus: 'open', review: true },
    ],
    [
      'no such order, when it may have been sent under another reference',
      missing,
      { quarantinedAt: new Date(), missingCount: 9, missingSpanMs: minutes(60) },
      {
        targetStatus: 'open',
        review: true,
        notFound: false,
        evidence: { answer: 'in quarantine, and not found under its likeliest reference' },
      },
    ],
  ])('%s', (_what, outcome, facts, expected) => {
    expect(verdictOfRequery(due(facts), outcome, rules)).toMatchObject(expected);
  });

  test('an outcome that stays unknown to the end of the schedule is put before a person, never refunded by age', () => {
    expect(
      verdictOfRequery(due({ sinceSendMs: minutes(1441) }), { kind: 'unanswered', reason: 'timeout' }, rules),
    ).toMatchObject({
      targetStatus: 'open',
      nextCheckMs: null,
      review: true,
    });
  });

  test('the checks that make up the proof are spread over the whole span and never early', () => {
    for (const random of [() => 0, () => 0.999]) {
      const verdict = verdictOfRequery(due(), missing, { ...rules, random });
      if (verdict.targetStatus !== 'open') throw new Error('it was decided by one check');
      expect(verdict.nextCheckMs).toBeGreaterThanOrEqual(minutes(5));
      expect(verdict.nextCheckMs).toBeLessThan(minutes(5.5));
    }
  });
});

describe('each product tells its client of its own fate, by its own name', () => {
  const names: [ProductType, string][] = [
    ['AIRTIME', 'Airtime purchase'],
    ['DATA', 'Data purchase'],
    ['CABLE_TV', 'Cable TV purchase'],
    ['ELECTRICITY', 'Electricity purchase'],
  ];
  test.each(names)('%s', (product, name) => {
    const one = of(product);
    const vended: SendOutcome = {
      ...delivered,
      meter: product === 'ELECTRICITY' ? { ...meter, token: '1'.repeat(20) } : null,
    };
    expect(verdictOfSend(one, vended, rules)).toMatchObject({
      targetStatus: 'success',
      message: `${name} successful.`,
    });
    expect(verdictOfSend(one, { kind: 'rejected', code: '016', reason: 'No.', fault: 'order' }, rules)).toMatchObject({
      targetStatus: 'failed',
      message: `${name} failed: No. Your wallet has been refunded.`,
    });
    expect(verdictOfSend(one, { kind: 'unsent', code: 'unreachable', reason: 'ECONNREFUSED' }, rules)).toMatchObject({
      targetStatus: 'failed',
      cause: { code: 'provider_unreachable' },
      message: `${name} failed: The provider could not be reached. Your wallet has been refunded.`,
    });
    expect(
      verdictOfSend(one, { kind: 'unknown', reason: 'timeout', rejection: null, orderSeen: true }, rules),
    ).toMatchObject({
      targetStatus: 'open',
      orderSeen: true,
      nextCheckMs: 5_000,
    });
    expect(verdictOfNeverSent(one)).toMatchObject({
      targetStatus: 'refunded',
      message: `${name} could not be sent in time. Your wallet has been refunded.`,
    });
  });

  test('only what a disco says of a meter is added to what the provider brought', () => {
    const { delivered: goods, evidence } = { delivered: null, ...verdictOfSend(purchase, delivered, rules) };
    expect([goods, evidence]).toEqual([{}, { provider_transaction_id: '1' }]);
  });
});

describe('prepaid electricity: success without its token leaves the customer in the dark, a refund gives the power away', () => {
  const prepaid = of('ELECTRICITY', 'prepaid');
  const token = '12345678901234567890';
  const tokenless = { ...delivered, meter };
  const evidence = { answer: 'delivered, token awaited', provider_transaction_id: '1' };
  const known = { token: null, units: null, customer_name: 'ADA OBI', address: '1 Marina' };
  const waiting = (facts: Partial<DuePurchase> = {}) =>
    due({ ...prepaid, tokenAwaited: true, providerEvidence: evidence, orderSeen: true, ...facts });
  const denial: RequeryOutcome = { kind: 'rejected', reversed: false, code: '016', reason: 'No.', fault: 'order' };

  test('delivered with its token: success, with all that the client and the SMS need', () => {
    const vended = { ...delivered, meter: { ...meter, token, bonusToken: '0'.repeat(20), units: '79.9' } };
    expect(verdictOfSend(prepaid, vended, rules)).toEqual({
      id: 'p',
      targetStatus: 'success',
      basis: 'answer',
      cause: { code: 'provider_delivered', detail: null },
      message: 'Electricity purchase successful.',
      costKobo: 9_700n,
      review: false,
      evidence: { provider_transaction_id: '1' },
      delivered: {
        token,
        bonus_token: '0'.repeat(20),
        units: '79.9',
        customer_name: 'ADA OBI',
        address: '1 Marina',
      },
    });
  });

  test.each([
    ['a disco that says nothing of the meter', delivered, {}],
    ['a disco that gives all but the token', tokenless, known],
  ])('delivered without a token, by %s: open, never denied again, and asked for', (_what, outcome, goods) => {
    const expected = {
      id: 'p',
      targetStatus: 'open',
      orderSeen: true,
      tokenAwaited: true,
      review: false,
      evidence,
      delivered: goods,
    };
    expect(verdictOfSend(prepaid, outcome, rules)).toEqual({
      ...expected,
      basis: 'answer',
      refusedWith: null,
      nextCheckMs: 5_000,
    });
    expect(verdictOfRequery(due(prepaid), outcome, rules)).toEqual({
      ...expected,
      basis: 'requery',
      notFound: false,
      nextCheckMs: minutes(4),
    });
  });

  test('a token that has not come at the end of the schedule is put before a person', () => {
    const last = waiting({ sinceSendMs: minutes(1441) });
    expect(verdictOfRequery(last, tokenless, rules)).toMatchObject({
      targetStatus: 'open',
      nextCheckMs: null,
      review: true,
    });
  });

  test('a token that a requery brings makes it a success, with its cost', () => {
    expect(
      verdictOfRequery(waiting(), { ...tokenless, meter: { ...meter, token, units: '79.9' } }, rules),
    ).toMatchObject({
      targetStatus: 'success',
      basis: 'requery',
      costKobo: 9_700n,
      delivered: { token, units: '79.9' },
    });
  });

  test('delivered to another meter, without its token: asked for on, and a person looks at once', () => {
    expect(verdictOfSend(prepaid, { ...tokenless, mismatch: 'recipient …0002' }, rules)).toMatchObject({
      targetStatus: 'open',
      nextCheckMs: 5_000,
      review: true,
      evidence: { mismatch: 'recipient …0002' },
      tokenAwaited: true,
    });
  });

  test.each<[string, RequeryOutcome, Partial<DuePurchase>]>([
    ['rejected', denial, {}],
    ['reversed', { ...denial, reversed: true }, {}],
    ['unknown to the provider', { kind: 'missing' }, { missingCount: 9, missingSpanMs: minutes(60) }],
    [
      'refused as the send was',
      { kind: 'refused', ...refusal },
      { refusedWith: '019', providerEvidence: { ...evidence, refusal } },
    ],
    [
      'refused otherwise than the send was',
      { kind: 'refused', ...refusal, code: '030' },
      { refusedWith: '019', providerEvidence: { ...evidence, refusal } },
    ],
  ])('first delivered, then %s: nobody but a person decides, or the customer keeps both', (_what, outcome, facts) => {
    expect(verdictOfRequery(waiting(facts), outcome, rules)).toMatchObject({
      targetStatus: 'open',
      basis: 'requery',
      review: true,
    });
  });

  test('postpaid has no token to wait for, and other products have no meter', () => {
    expect(verdictOfSend(of('ELECTRICITY', 'postpaid'), tokenless, rules)).toMatchObject({
      targetStatus: 'success',
      delivered: { token: null },
    });
    for (const product of ['AIRTIME', 'DATA', 'CABLE_TV'] as const) {
      expect(verdictOfSend(of(product), delivered, rules)).toMatchObject({ targetStatus: 'success' });
      expect(verdictOfRequery(due(of(product)), denial, rules)).toMatchObject({ targetStatus: 'failed' });
    }
  });
});

test('checks are offsets since the send, within a fifth of the way to the next', () => {
  expect(nextCheck(0, rules)).toBe(5_000);
  expect(nextCheck(6_000, rules)).toBe(9_000);
  expect(nextCheck(6_000, { ...rules, random: () => 0 })).toBe(7_200);
  expect(nextCheck(minutes(1440), rules)).toBeNull();
});
