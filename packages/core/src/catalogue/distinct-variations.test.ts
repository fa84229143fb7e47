import fc from 'fast-check';
import { distinctVariations } from './distinct-variations';

const variation = (code: string, priceKobo: bigint, name = code) => ({ code, name, priceKobo });

describe('a plan is sold at a price that the provider does not charge', () => {
  test('a code with different prices is reported and not listed, wherever it stands', () => {
    const list = [variation('a', 300n), variation('b', 100n), variation('a', 200n), variation('a', 300n)];
    expect(distinctVariations(list)).toEqual({ listed: [variation('b', 100n)], contradictory: ['a'] });
  });

  test('duplicates with the same price become one, with the first name', () => {
    const list = [variation('a', 300n, 'first'), variation('a', 300n, 'second')];
    expect(distinctVariations(list)).toEqual({ listed: [variation('a', 300n, 'first')], contradictory: [] });
  });

  test('an entry without a price is not listed', () => {
    expect(distinctVariations([variation('ewallet', 0n), variation('nova', 90_000n)]).listed).toEqual([
      variation('nova', 90_000n),
    ]);
    expect(distinctVariations([variation('a', 0n), variation('a', 100n)])).toEqual({
      listed: [],
      contradictory: ['a'],
    });
  });

  test('every other code is listed once, in the order of the list', () => {
    const entry = fc.record({
      code: fc.constantFrom('a', 'b', 'c', 'd'),
      name: fc.constant('n'),
      priceKobo: fc.bigInt({ min: 0n, max: 2n }),
    });
    fc.assert(
      fc.property(fc.array(entry), (list) => {
        const pricesOf = (code: string) =>
          new Set(list.filter((each) => each.code === code).map(({ priceKobo }) => priceKobo));
        const codes = [...new Set(list.map(({ code }) => code))];
        const { listed, contradictory } = distinctVariations(list);
        expect(listed.map(({ code }) => code)).toEqual(
          codes.filter((code) => pricesOf(code).size === 1 && !pricesOf(code).has(0n)),
        );
        expect([...contradictory].sort()).toEqual(codes.filter((code) => pricesOf(code).size > 1).sort());
      }),
    );
  });
});
