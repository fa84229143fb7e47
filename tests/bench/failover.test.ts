import { judgeFailover } from './failover';

const slice = (p99Ms: number, rate = 50) => ({ p99Ms, rate });
const well = { quiet: slice(20), away: slice(1_520), empty: slice(30) };

describe('a slow or failed failover passes the bench unnoticed', () => {
  test('an answer may take 1.5 s more, and what was under way may be pending', () => {
    expect(judgeFailover(well, {})).toMatchObject({ holds: true, awayMoreMs: 1_500, emptyMoreMs: 10 });
    expect(judgeFailover(well, { 'HTTP 202': 1 })).toMatchObject({ holds: true });
  });

  test.each([
    ['slower while a provider is away', { ...well, away: slice(1_521) }, {}],
    ['slower while its float is empty', { ...well, empty: slice(1_521) }, {}],
    ['nothing sold while it is away', { ...well, away: slice(0, 0) }, {}],
    ['a failed purchase', well, { 'HTTP 424': 1 }],
    ['a lost connection', well, { 'connection lost': 1 }],
  ])('%s', (_, slices, errors) => {
    const { holds, lines } = judgeFailover(slices, errors);
    expect(holds).toBe(false);
    expect(lines.filter((line) => line.startsWith('BROKEN'))).toHaveLength(1);
  });
});
