import { changedFacts } from './changed-facts';

describe('a change is shown without what was before', () => {
  test.each([
    [{ tier: 'standard' }, { tier: 'gold' }, ['Tier: standard → gold']],
    [null, { role: 'owner', invited: true }, ['Role: owner', 'Invited: true']],
    [{ plan_id: 'm1' }, { plan_id: null }, ['Plan ID: m1 → none']],
    [{ session: 'x' }, null, ['Session: was x']],
    [{ expires: '2026-12-31T23:00:00.000Z' }, { expires: null }, ['Expires: 1 Jan 2027, 00:00:00 WAT → none']],
    [null, null, []],
  ])('%j to %j', (before, after, lines) => {
    expect(changedFacts(before, after)).toEqual(lines);
  });
});
