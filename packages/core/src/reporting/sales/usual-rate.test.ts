import { isBelowUsual, successRate } from './usual-rate';

const USUAL = { success: 980, failed: 20 };

describe('a provider fails unnoticed, or is blamed for chance', () => {
  test.each([
    ['half of what it usually is', { success: 30, failed: 32 }, USUAL, true],
    ['seven points lower, of many orders', { success: 910, failed: 90 }, USUAL, true],
    ['as usual', { success: 98, failed: 2 }, USUAL, false],
    ['higher than usual', { success: 100, failed: 0 }, USUAL, false],
    ['four points lower, of very many orders', { success: 9_400, failed: 600 }, USUAL, false],
    ['seven points lower, of few orders: chance', { success: 19, failed: 2 }, USUAL, false],
    ['one failure where nothing ever failed', { success: 19, failed: 1 }, { success: 500, failed: 0 }, false],
    ['two failures where nothing ever failed', { success: 18, failed: 2 }, { success: 500, failed: 0 }, true],
    ['all failed, of too few orders', { success: 0, failed: 19 }, USUAL, false],
    ['all failed, but too little is known of before', { success: 0, failed: 50 }, { success: 99, failed: 0 }, false],
    ['bad, but no worse than always', { success: 40, failed: 60 }, { success: 450, failed: 550 }, false],
  ])('%s', (_, now, usual, below) => {
    expect(isBelowUsual(now, usual)).toBe(below);
  });

  test('there is no rate while nothing has ended', () => {
    expect([successRate({ success: 0, failed: 0 }), successRate({ success: 1, failed: 3 })]).toEqual([null, 0.25]);
  });
});
