import { delivered } from '../testing/verdicts';
import { createRouter } from './create-router';
import { createHealth, createTrials } from './health';

const now = new Date('2026-11-24T12:00:00Z');
const order = (accountId: string, serviceId = 'mtn') => ({
  provider: 'vtpass',
  accountId,
  productType: 'AIRTIME' as const,
  serviceId,
});
const unknown = { kind: 'unknown', reason: 'late', rejection: null, orderSeen: false } as const;
const failed = { kind: 'rejected', code: '016', reason: 'failed', fault: 'order' } as const;
const answers = () => true;
const UNKNOWN = { sickness: 'unknown_outcomes', state: 'open' } as const;
const TRIED = { ...UNKNOWN, state: 'half_open' } as const;

const healthOf = () => createHealth({ now: () => now });
function times(n: number, work: () => void): void {
  for (let i = 0; i < n; i += 1) work();
}

describe('a sick service is not seen, or one client moves the orders of all others', () => {
  test('five unknown outcomes of one account are its own affair, those of two accounts everybody’s', () => {
    const health = healthOf();
    times(50, () => health.sent(order('a'), unknown));
    expect(health.sicknessOf(order('a'))).toEqual(UNKNOWN);
    expect(health.sicknessOf(order('c'))).toBeNull();
    expect(health.statuses()).toEqual([]);
    times(5, () => health.sent(order('b'), unknown));
    expect(health.sicknessOf(order('c'))).toEqual(UNKNOWN);
    expect(health.sicknessOf(order('c', 'glo'))).toBeNull();
    expect(health.statuses()).toEqual([
      {
        provider: 'vtpass',
        breaker: 'mtn',
        reason: 'unknown_outcomes',
        state: 'open',
        accounts: null,
        leftKobo: null,
        detail: null,
        since: now,
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
    expect(ill.sicknessOf(order('c'))).toEqual({ sickness: 'failing', state: 'open' });
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

  test('one unknown outcome of each of ten accounts is enough, and what others get delivered counts as well', () => {
    const health = healthOf();
    const everybody = 'abcdefghij'.split('');
    for (const account of everybody) health.sent(order(account), unknown);
    health.leak(5_000, answers);
    expect(health.sicknessOf(order('z'))).toEqual(UNKNOWN);
    const well = healthOf();
    for (const account of everybody) {
      well.sent(order(account), unknown);
      times(4, () => well.sent(order('z'), delivered));
    }
    expect(well.sickProviders()).toEqual([]);
  });

  test('what one account gets delivered does not make the orders of another go well', () => {
    const health = healthOf();
    times(5, () => health.sent(order('a'), unknown));
    times(20, () => health.sent(order('b'), delivered));
    expect(health.sicknessOf(order('a'))).toEqual(UNKNOWN);
    expect(health.sicknessOf(order('b'))).toBeNull();
  });
});

describe('what was sick never gets orders again, or gets all at once', () => {
  const sick = () => {
    const health = healthOf();
    for (const account of ['a', 'b']) times(5, () => health.sent(order(account), unknown));
    return health;
  };

  test('it leaks only while the provider answers lookups, and may be tried after a drop', () => {
    const health = sick();
    times(100, () => health.leak(5_000, () => false));
    expect(health.sicknessOf(order('c'))).toEqual(UNKNOWN);
    health.leak(9_000, answers);
    expect(health.sicknessOf(order('c'))).toEqual(UNKNOWN);
    health.leak(1_000, answers);
    expect(health.sicknessOf(order('c'))).toEqual(TRIED);
    expect(health.statuses()).toMatchObject([{ breaker: 'mtn', state: 'half_open', since: now }]);
    expect(health.sickProviders()).toEqual(['vtpass']);
  });

  test('a trial that is delivered ends it, one that goes wrong begins it again', () => {
    const well = sick();
    well.leak(10_000, answers);
    well.sent(order('c'), delivered);
    expect(well.sicknessOf(order('c'))).toBeNull();
    expect(well.statuses()).toEqual([]);
    const ill = sick();
    ill.leak(30_000, answers);
    ill.sent(order('c'), unknown);
    expect(ill.sicknessOf(order('d'))).toEqual(UNKNOWN);
    ill.leak(9_000, answers);
    expect(ill.sicknessOf(order('d'))).toEqual(UNKNOWN);
  });

  test('an account that has added its part does not keep it from the others', () => {
    const health = sick();
    health.leak(10_000, answers);
    times(50, () => health.sent(order('a'), unknown));
    expect(health.sicknessOf(order('a'))).toEqual(UNKNOWN);
    expect(health.sicknessOf(order('c'))).toEqual(TRIED);
  });

  test('a full bucket takes no more, and nothing is left when all has leaked', () => {
    const health = sick();
    for (const account of 'cdefgh') times(5, () => health.sent(order(account), unknown));
    times(19, () => health.leak(5_000, answers));
    expect(health.sicknessOf(order('z'))).toEqual(TRIED);
    times(2, () => health.leak(5_000, answers));
    expect(health.sicknessOf(order('a'))).toBeNull();
    expect(health.sickProviders()).toEqual([]);
  });

  test('it gets one order in ten seconds, and all of them once one was delivered', () => {
    const health = sick();
    let nowMs = 0;
    const router = createRouter({
      providers: ['vtpass', 'monnify'].map((name) => ({ name, ownWords: true })),
      stopOf: () => null,
      sicknessOf: (provider, asked) => health.sicknessOf({ ...order(asked.accountId), provider }),
      isTrial: createTrials({ monotonicMs: () => nowMs }),
    });
    const terms = { serviceId: 'mtn', variationCode: null, subscriptionType: null, contactPhone: '' };
    const chosen = () =>
      router.route({ accountId: 'c', productType: 'AIRTIME', amountKobo: 100n, terms }, [])?.provider;
    expect(chosen()).toBe('monnify');
    health.leak(10_000, answers);
    expect([chosen(), chosen(), chosen()]).toEqual(['vtpass', 'monnify', 'monnify']);
    nowMs += 10_000;
    expect([chosen(), chosen()]).toEqual(['vtpass', 'monnify']);
    health.sent(order('c'), delivered);
    expect([chosen(), chosen()]).toEqual(['vtpass', 'vtpass']);
  });
});
