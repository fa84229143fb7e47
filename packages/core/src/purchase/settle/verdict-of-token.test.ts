import type { RequeryOutcome } from '../../provider/provider.port';
import { delivered, duePurchase, duplicate, meter, minutes, purchaseOf, rules } from '../../testing/verdicts';
import type { DuePurchase } from '../requery/due.store';
import { verdictOfRequery } from '../requery/verdict-of-requery';
import { verdictOfSend } from './verdict';

describe('a customer has paid for electricity and gets no token, or gets a refund and the power', () => {
  const prepaid = purchaseOf('ELECTRICITY', 'prepaid');
  const token = '12345678901234567890';
  const tokenless = { ...delivered, goods: meter };
  const evidence = { answer: 'delivered, token awaited', provider_transaction_id: '1' };
  const known = { token: null, units: null, customer_name: 'ADA OBI', address: '1 Marina' };
  const waiting = (facts: Partial<DuePurchase> = {}) =>
    duePurchase({ ...prepaid, tokenAwaited: true, providerEvidence: evidence, orderSeen: true, ...facts });
  const rejection: RequeryOutcome = { kind: 'rejected', reversed: false, code: '016', reason: 'No.', fault: 'order' };

  test('delivered with its token: a success, with all that the client and the SMS need', () => {
    const complete = { ...delivered, goods: { ...meter, token, bonusToken: '0'.repeat(20), units: '79.9' } };
    expect(verdictOfSend(prepaid, complete, rules)).toEqual({
      id: 'p',
      attempt: 1,
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

  test('key change tokens and charges are delivered with the token', () => {
    const keyChangeTokens = ['1'.repeat(20), '2'.repeat(20)];
    const complete = { ...delivered, goods: { ...meter, token, keyChangeTokens, debtKobo: 50_000n, vatKobo: 13_953n } };
    expect(verdictOfSend(prepaid, complete, rules)).toMatchObject({
      targetStatus: 'success',
      delivered: { key_change_tokens: keyChangeTokens.join(','), token, debt_deducted: '500.00', vat: '139.53' },
    });
  });

  test('key change tokens that come before the token are kept, and it is awaited', () => {
    const early = { ...delivered, goods: { ...meter, keyChangeTokens: ['1'.repeat(20), '2'.repeat(20)] } };
    expect(verdictOfSend(prepaid, early, rules)).toMatchObject({
      targetStatus: 'open',
      tokenAwaited: true,
      delivered: { key_change_tokens: `${'1'.repeat(20)},${'2'.repeat(20)}`, token: null },
    });
  });

  const keys = ['1'.repeat(20), '2'.repeat(20)];
  test.each([
    ['the energy is a known key change token', { token: '1'.repeat(20) }],
    ['a key change token is another one now', { token, keyChangeTokens: ['1'.repeat(20), '3'.repeat(20)] }],
    ['a bonus is a known key change token', { token, bonusToken: '2'.repeat(20) }],
  ])('%s in a later answer: it stays open, and a person looks', (_what, named) => {
    const known = { key_change_tokens: keys.join(','), token: null };
    const later = { ...delivered, goods: { ...meter, ...named } };
    const verdict = verdictOfRequery(waiting({ result: known }), later, rules);
    expect(verdict).toMatchObject({
      targetStatus: 'open',
      tokenAwaited: true,
      review: true,
      delivered: { token: null },
    });
    expect(verdict).not.toHaveProperty('delivered.key_change_tokens'); // what is known stays
  });

  test.each([
    ['names them again', { token, keyChangeTokens: keys }],
    ['does not name them again', { token }],
  ])('a later answer with the token that %s: a success', (_what, named) => {
    const known = { key_change_tokens: keys.join(','), token: null };
    const later = { ...delivered, goods: { ...meter, ...named } };
    expect(verdictOfRequery(waiting({ result: known }), later, rules)).toMatchObject({
      targetStatus: 'success',
      review: false,
    });
  });

  test.each([
    ['the disco answers nothing about the meter', delivered, {}],
    ['the disco answers all but the token', tokenless, known],
  ])('delivered, but %s: stays open, counts as seen, and is requeried', (_what, outcome, goods) => {
    const expected = {
      id: 'p',
      attempt: 1,
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
    expect(verdictOfRequery(duePurchase(prepaid), outcome, rules)).toEqual({
      ...expected,
      basis: 'requery',
      notFound: false,
      nextCheckMs: minutes(4),
    });
  });

  test('a token that is missing at the end of the schedule goes to review', () => {
    const last = waiting({ sinceSendMs: minutes(1441) });
    expect(verdictOfRequery(last, tokenless, rules)).toMatchObject({
      targetStatus: 'open',
      nextCheckMs: null,
      review: true,
    });
  });

  test('a requery with the token makes it a success, with its cost', () => {
    expect(
      verdictOfRequery(waiting(), { ...tokenless, goods: { ...meter, token, units: '79.9' } }, rules),
    ).toMatchObject({
      targetStatus: 'success',
      basis: 'requery',
      costKobo: 9_700n,
      delivered: { token, units: '79.9' },
    });
  });

  test('delivered to another meter, without a token: is requeried, and goes to review at once', () => {
    expect(verdictOfSend(prepaid, { ...tokenless, mismatch: 'recipient …0002' }, rules)).toMatchObject({
      targetStatus: 'open',
      nextCheckMs: 5_000,
      review: true,
      evidence: { mismatch: 'recipient …0002' },
      tokenAwaited: true,
    });
  });

  test.each<[string, RequeryOutcome, Partial<DuePurchase>]>([
    ['rejected', rejection, {}],
    ['reversed', { ...rejection, reversed: true }, {}],
    ['not found', { kind: 'missing' }, { missingCount: 9, missingSpanMs: minutes(60) }],
    [
      'rejected as the send was',
      { kind: 'refused', ...duplicate },
      { refusedWith: '019', providerEvidence: { ...evidence, refusal: duplicate } },
    ],
    [
      'rejected with another code than the send',
      { kind: 'refused', ...duplicate, code: '030' },
      { refusedWith: '019', providerEvidence: { ...evidence, refusal: duplicate } },
    ],
  ])('first delivered, then %s: only an operator decides', (_what, outcome, facts) => {
    expect(verdictOfRequery(waiting(facts), outcome, rules)).toMatchObject({
      targetStatus: 'open',
      basis: 'requery',
      review: true,
    });
  });

  test('a postpaid meter and other products wait for no token', () => {
    expect(verdictOfSend(purchaseOf('ELECTRICITY', 'postpaid'), tokenless, rules)).toMatchObject({
      targetStatus: 'success',
      delivered: { token: null },
    });
    for (const product of ['AIRTIME', 'DATA', 'CABLE_TV'] as const) {
      expect(verdictOfSend(purchaseOf(product), delivered, rules)).toMatchObject({ targetStatus: 'success' });
      expect(verdictOfRequery(duePurchase(purchaseOf(product)), rejection, rules)).toMatchObject({
        targetStatus: 'failed',
      });
    }
  });
});
