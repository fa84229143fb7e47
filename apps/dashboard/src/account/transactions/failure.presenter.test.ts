import { rejectionReasons } from '@topup/core/provider';
import { causeCodes, messages } from '@topup/core/purchase';
import { type Failed, toFailure } from './failure.presenter';

const failed = (facts: Partial<Failed>): Failed => ({
  status: 'failed',
  causeCode: 'provider_rejected',
  message: null,
  sends: 1,
  needsReview: false,
  contradictedBy: null,
  ...facts,
});
const PROVIDERS = /vtpass|monnify|reloadly|simulator/i;
const NOTHING_SENT = ['provider_unreachable', 'provider_unavailable', 'start_deadline'];

describe('a client reads the wrong reason for a failure, or buys again what was delivered', () => {
  test.each(causeCodes)('%s has words, advice and the public code, and names none of our providers', (causeCode) => {
    for (const status of ['failed', 'refunded'] as const) {
      const told = toFailure(failed({ status, causeCode }));
      expect(told).toEqual({
        code: expect.stringMatching(/^[a-z_]+$/),
        why: expect.stringMatching(/^[A-Z].*\.$/),
        advice: expect.stringMatching(/^[A-Z].*\.$/),
      });
      expect(Object.values(told ?? {}).join(' ')).not.toMatch(PROVIDERS);
      expect(told?.why.includes('nothing was sent')).toBe(NOTHING_SENT.includes(causeCode));
    }
  });

  test.each(Object.entries(rejectionReasons))(
    'the reason %s is told as the API told it, with advice',
    (code, reason) => {
      const told = toFailure(failed({ message: messages.failed('AIRTIME', reason) }));
      expect(told).toMatchObject({ code: 'provider_rejected', why: reason });
      expect(told?.advice.startsWith('Check the number')).toBe(code.startsWith('number_'));
      expect(told?.advice.startsWith('Change the amount')).toBe(/^(amount|quantity)_/.test(code));
      expect(reason).not.toMatch(PROVIDERS);
    },
  );

  test.each([
    ['a later answer says that it was delivered', { needsReview: true }, /^Don’t buy it again yet/],
    ['the same, after the review', { contradictedBy: { goal: 'success', cause: 'x', at: '' } }, /^Ask your customer/],
    ['it was a success before', { status: 'refunded', causeCode: 'operator' }, /^Ask your customer/],
    ['it was given up unsent', { status: 'refunded', causeCode: 'operator', sends: 0 }, /^Safe to try again/],
    ['an operator says that nothing came', { causeCode: 'operator' }, /^Safe to try again/],
    ['there is no code, from version 0.1', { causeCode: null }, /^Ask your customer/],
    ['the provider’s words are unknown', { message: 'Airtime purchase failed: Odd.' }, /If it fails again, check/],
  ] as const)('advice when %s', (_, facts, advice) => {
    expect(toFailure(failed(facts as Partial<Failed>))?.advice).toMatch(advice);
  });

  test('a purchase that did not fail has none', () => {
    for (const status of ['initiated', 'pending', 'success'] as const) expect(toFailure(failed({ status }))).toBeNull();
  });
});
