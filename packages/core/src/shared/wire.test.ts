import { toWire } from './wire';

describe('an amount or a time is written in two ways', () => {
  test('amounts are naira text without Kobo, other bigints digits, times ISO text, and all else as it was', () => {
    const at = new Date('2026-11-23T04:59:59.007Z');
    expect(
      toWire({
        id: 7n,
        costKobo: -5n,
        markKobo: null,
        changesKobo: { funding: 10_000n, refund: 0n },
        days: [{ at, spentKobo: 1n, rows: 3 }],
        closedAt: null,
        facts: { text: 'x', yes: true },
        unset: undefined,
      }),
    ).toEqual({
      id: '7',
      cost: '-0.05',
      mark: null,
      changes: { funding: '100.00', refund: '0.00' },
      days: [{ at: '2026-11-23T04:59:59.007Z', spent: '0.01', rows: 3 }],
      closedAt: null,
      facts: { text: 'x', yes: true },
      unset: undefined,
    });
  });

  test('a list and a single value are written likewise', () => {
    expect([toWire([1n, 2n]), toWire(null), toWire('a'), toWire(new Date(0))]).toEqual([
      ['1', '2'],
      null,
      'a',
      '1970-01-01T00:00:00.000Z',
    ]);
  });
});
