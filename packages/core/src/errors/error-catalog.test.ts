import { publicCodes } from './error-catalog';

const sentencesOf = (text: string): string[] => text.split(/(?<=\.) /);

describe('a client does not understand an error', () => {
  test.each(publicCodes.map((each) => [each.code, each] as const))(
    '%s is at most three short sentences',
    (_, { text, ofPurchase, advice }) => {
      for (const shown of [[text, ofPurchase].filter((part) => part !== undefined).join(' '), advice]) {
        expect(sentencesOf(shown).length).toBeLessThanOrEqual(3);
        for (const sentence of sentencesOf(shown)) {
          expect(sentence).toMatch(/^[A-Z`].*\.$/);
          expect(sentence.split(' ').length).toBeLessThanOrEqual(26);
        }
      }
    },
  );

  test('a text that says that nothing was debited speaks of its own request', () => {
    for (const { ofPurchase } of publicCodes)
      if (ofPurchase !== undefined) expect(ofPurchase).toMatch(/^Nothing was debited for this request\b/);
  });
});
