import { changedFacts } from './changed-facts';

describe('a change is shown without what was before', () => {
  test.each([
    [{ tier: 'standard' }, { tier: 'gold' }, ['Tier: standard → gold']],
    [null, { role: 'owner', invited: true }, ['Role: owner', 'Invited: true']],
    [{ plan_id: 'm1' }, { plan_id: null }, ['Plan ID: m1 → none']],
    [{ session: 'x' }, null, ['Session: was x']],
    [{ expires: '2026-12-31T23:00:00.000Z' }, { expires: null }, ['Expires: 1 Jan 2027, 00:00:00 WAT → none']],
    [{ balance: '0.00' }, { balance: '1000000.00' }, ['Balance: ₦0.00 → ₦1,000,000.00']],
    [null, { amount: '-500.50', reference: '12.00' }, ['Amount: −₦500.50', 'Reference: 12.00']],
    [{ daily_limit: 'none' }, { daily_limit: '500.00' }, ['Daily limit: none → ₦500.00']],
    [{ markup_percent: '7.50' }, { markup_percent: '8.00' }, ['Markup percent: 7.50 → 8.00']],
    [null, null, []],
  ])('%j to %j', (before, after, lines) => {
    expect(changedFacts(before, after)).toEqual(lines);
  });
});
