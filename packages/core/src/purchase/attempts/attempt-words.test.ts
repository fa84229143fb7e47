import { passedReasons, passedTexts } from '../../routing/router.port';
import type { Attempt } from './attempt.store';
import { basisText, causeText, decisionText, OUTCOME_WORDS } from './attempt-words';

const attempt: Attempt = {
  number: 1,
  provider: 'vtpass',
  providerRef: 'ref',
  sends: 1,
  sentAt: new Date(),
  outcome: 'refused',
  costKobo: null,
  evidence: {},
  decision: null,
  endedAt: new Date(),
  contradictedAt: null,
};

describe('an operator reads codes, or nothing, where a reason should be', () => {
  test.each(passedReasons)('%s is put into words', (why) => {
    const passed = [{ provider: 'vtpass', why }];
    const text = decisionText({ version: 3, chosen: 'monnify', passed });
    expect(text).toBe(`Routing rules, version 3. Skipped: vtpass (${passedTexts[why]}).`);
    expect(passedTexts[why]).not.toMatch(/_/);
  });

  test('a decision without one passed over says by what it was made', () => {
    expect(decisionText({ version: null, chosen: 'vtpass', passed: [] })).toBe('Default order of PROVIDERS.');
    expect(decisionText(null)).toBe('No routing decision was needed.');
    expect(decisionText({ version: null, chosen: 'vtpass', passed: [], despite: 'float', next: ['monnify'] })).toBe(
      'Default order of PROVIDERS. Chosen although its float is below the cost of the order. Next: monnify.',
    );
  });

  test.each([
    [{ outcome: 'not_sent', evidence: { answer: 'ECONNREFUSED' } }, 'The order was not sent: ECONNREFUSED.'],
    [{ outcome: 'refused', evidence: { refused_code: '018' } }, 'Answer of the provider to the order (code 018).'],
    [
      { outcome: 'confirmed_failed', evidence: { refused_code: '016' } },
      'Answer of the provider to a requery (code 016).',
    ],
    [{ outcome: 'never_received' }, 'The provider found no such order in our requeries.'],
    [{ outcome: 'delivered' }, 'provider_delivered'],
    [{ outcome: 'unsent' }, null],
    [
      { outcome: 'refused', contradictedAt: new Date() },
      'The provider has the order after all. It was delivered or may still be.',
    ],
  ] as const)('what proves %j', (differing, basis) => {
    expect(basisText({ ...attempt, ...differing }, 'provider_delivered')).toBe(basis);
  });

  test('the cause of a next attempt is a sentence, and every other stays as it is', () => {
    for (const outcome of ['not_sent', 'refused', 'confirmed_failed', 'never_received'] as const)
      expect(causeText({ cause: `vtpass: ${outcome}, next: monnify`, causeCode: 'next_attempt' })).toBe(
        `vtpass: ${OUTCOME_WORDS[outcome].toLowerCase()}. Next: monnify.`,
      );
    const byHand = { cause: 'operator: vtpass: refused, next: monnify', causeCode: 'operator' };
    expect(causeText(byHand)).toBe(byHand.cause);
  });
});
