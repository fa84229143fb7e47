import { delivered } from '../testing/verdicts';
import { createHealth } from './health';

const now = new Date('2026-11-24T12:00:00Z');
const order = (accountId: string, serviceId = 'mtn') => ({
  ...{ provider: 'vtpass', accountId, productType: 'AIRTIME' as const, serviceId },
});
const unknown = { kind: 'unknown', reason: 'late', rejection: null, orderSeen: false } as const;
const failed = { kind: 'rejected', code: '016', reason: 'failed', fault: 'order' } as const;
const answers = () => true;

const healthOf = () => createHealth({ now: () => now });
function times(n: number, work: () => void): void {
  for (let i = 0; i < n; i += 1) work();
}

describe('a sick service is not seen, or one client moves the orders of all others', () => {
  test('five unknown outcomes of one account are its own affair, those of two accounts everybody’s', () => {
    const health = healthOf();
    times(50, () => health.sent(order('a'), unknown));
    expect(health.sicknessOf(order('a'))).toBe('unknown_outcomes');
    expect(health.sicknessOf(order('c'))).toBeNull();
    expect(health.statuses()).toEqual([]);
    times(5, () => health.sent(order('b'), unknown));
    expect(health.sicknessOf(order('c'))).toBe('unknown_outcomes');
    expect(health.sicknessOf(order('c', 'glo'))).toBeNull();
    expect(health.statuses()).toEqual([
      {
        ...{ provider: 'vtpass', breaker: 'mtn', reason: 'unknown_outcomes', state: 'open' },
        ...{ accounts: null, leftKobo: null, detail: null, since: now },
      },
    ]);
  });

  test('where four of five are delivered, nothing gathers; where fewer are, it does', () => {
    const [well, ill] = [healthOf(), healthOf()];
    for (let i = 0; i < 200; i += 1) {
      const account = i % 2 === 0 ? 'a' : 'b';
      well.sent(order(account), i % 5 === 0 ? failed : delivered);
      ill.sent(order(account), i % 4 === 0 || i % 4 === 3 ? failed : delivered);
    }
    expect(well.sicknessOf(order('c'))).toBeNull();
    expect(ill.sicknessOf(order('c'))).toBe('failing');
  });

  test('what says nothing of the provider counts nothing', () => {
    const health = healthOf();
    times(20, () => {
      for (const account of ['a', 'b']) {
        health.sent(order(account), { kind: 'unsent', code: 'too_late', reason: 'late' });
        health.sent(order(account), { ...failed, fault: 'duplicate' });
        health.requeried(order(account), { kind: 'missing' });
        health.requeried(order(account), { kind: 'unanswered', reason: 'late' });
      }
    });
    expect(health.sicknessOf(order('a'))).toBeNull();
    expect(health.sickProviders()).toEqual([]);
  });
});

describe('what was sick never gets orders again, or gets all at once', () => {
  const sick = () => {
    const health = healthOf();
    for (const account of ['a', 'b']) times(5, () => health.sent(order(account), unknown));
    return health;
  };

  test('it leaks only while the provider answers lookups, and is well after a drop', () => {
    const health = sick();
    times(100, () => health.leak(5_000, () => false));
    expect(health.sicknessOf(order('c'))).toBe('unknown_outcomes');
    health.leak(4_000, answers);
    expect(health.sicknessOf(order('c'))).toBe('unknown_outcomes');
    health.leak(1_000, answers);
    expect(health.sicknessOf(order('c'))).toBeNull();
  });

  test('one order that goes wrong again makes it sick again; one that is delivered later does good', () => {
    const health = sick();
    health.leak(5_000, answers);
    health.sent(order('c'), unknown);
    expect(health.sicknessOf(order('d'))).toBe('unknown_outcomes');
    times(5, () => health.requeried(order('a'), delivered));
    expect(health.sicknessOf(order('d'))).toBeNull();
  });

  test('nothing is left when all has leaked', () => {
    const health = sick();
    times(11, () => health.leak(5_000, answers));
    expect(health.sicknessOf(order('a'))).toBeNull();
    expect(health.sickProviders()).toEqual([]);
  });
});
