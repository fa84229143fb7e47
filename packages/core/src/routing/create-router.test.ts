import type { ProductMapping } from '../catalogue/mapping/mapping.store';
import type { GatedOrder, Stop } from '../provider/breakers.port';
import { createRouter, NOTHING_KNOWN, type RoutingState } from './create-router';
import type { Sickness } from './health';
import { isChoice, type RoutableOrder } from './router.port';
import type { RoutingRule } from './rules';

const ACCOUNT = '0199f3a2-7c1e-7b60-9d3e-0123456789ab';
const terms = { serviceId: 'mtn', variationCode: null, subscriptionType: null, contactPhone: '' };
const airtime: RoutableOrder = { accountId: ACCOUNT, productType: 'AIRTIME', amountKobo: 100_00n, terms };
const plan: RoutableOrder = {
  accountId: ACCOUNT,
  productType: 'DATA',
  amountKobo: 300_00n,
  terms: { ...terms, serviceId: 'mtn-data', variationCode: 'mtn-1gb' },
};

const mapping = (change: Partial<ProductMapping>): ProductMapping => ({
  provider: 'monnify',
  productType: 'AIRTIME',
  serviceId: 'mtn',
  variationCode: null,
  product: { code: 'MTN-VTU', amount: null },
  costKobo: null,
  leastKobo: null,
  mostKobo: null,
  ...change,
});
const ofPlan = (change: Partial<ProductMapping>) =>
  mapping({ productType: 'DATA', serviceId: 'mtn-data', variationCode: 'mtn-1gb', ...change });

const rule = (change: Partial<RoutingRule>): RoutingRule => ({
  accountId: null,
  productType: 'AIRTIME',
  serviceId: null,
  providers: entries('monnify', 'vtpass'),
  ...change,
});
const entries = (...names: string[]) =>
  names.map((provider) => ({ provider, leastKobo: null, mostKobo: null, enabled: true }));

type World = {
  stops?: Record<string, Stop['reason']>;
  sick?: Record<string, Sickness>;
  state?: Partial<RoutingState>;
};

function routerOf({ stops = {}, sick = {}, state = {} }: World = {}) {
  const router = createRouter({
    providers: [
      { name: 'vtpass', ownWords: true },
      { name: 'monnify', ownWords: false },
      { name: 'reloadly', ownWords: false, sells: ['AIRTIME', 'DATA'] },
    ],
    stopOf: ({ provider }: GatedOrder) => {
      const reason = stops[provider];
      return reason === undefined ? null : { breaker: 'provider', reason };
    },
    sicknessOf(provider) {
      const sickness = sick[provider];
      return sickness === undefined ? null : { sickness, state: 'open' };
    },
  });
  router.learn({ ...NOTHING_KNOWN, mappings: [mapping({}), mapping({ provider: 'reloadly' })], ...state });
  return router;
}

describe('an order goes to somebody who cannot serve it, or to nobody although somebody can', () => {
  test('without a rule the order of PROVIDERS is the rule, and the first needs no mapping', () => {
    expect(routerOf().route(airtime, [])).toEqual({
      provider: 'vtpass',
      terms,
      costKobo: null,
      decision: { version: null, chosen: 'vtpass', passed: [], next: ['monnify', 'reloadly'] },
    });
  });

  test('a next attempt goes past what was tried, as the product of the other provider', () => {
    expect(routerOf().route(airtime, ['vtpass'])).toMatchObject({
      provider: 'monnify',
      terms: { ...terms, product: { code: 'MTN-VTU', amount: null } },
      decision: { chosen: 'monnify', passed: [{ provider: 'vtpass', why: 'tried' }] },
    });
    expect(routerOf().route(airtime, ['vtpass', 'monnify', 'reloadly'])).toBeNull();
  });

  test.each([
    ['operator', 'switched_off'],
    ['unreachable', 'unreachable'],
    ['account', 'account'],
    ['float', 'float'],
    ['silent', 'silent'],
  ] as const)('what is stopped by %s is passed over, even if nobody else is left', (reason, why) => {
    const router = routerOf({ stops: { vtpass: reason } });
    expect(router.route(airtime, [])?.decision).toEqual({
      version: null,
      chosen: 'monnify',
      passed: [{ provider: 'vtpass', why }],
      next: ['reloadly'],
      elsewhere: true,
    });
    expect(router.route(airtime, ['monnify', 'reloadly'])).toBeNull();
  });

  test('an order that waits for who is stopped says what stops it there, and why the others are passed over', () => {
    const router = routerOf({ stops: { vtpass: 'unreachable', monnify: 'operator' } });
    expect(router.route(airtime, ['reloadly'])).toBeNull();
    const waiting = routerOf({
      stops: { vtpass: 'unreachable', monnify: 'operator' },
      state: { mappings: [mapping({})] },
    });
    expect(waiting.route(airtime, [])).toBeNull();
    expect(waiting.preferred(airtime)?.decision).toEqual({
      version: null,
      chosen: 'vtpass',
      despite: 'unreachable',
      passed: [
        { provider: 'monnify', why: 'switched_off' },
        { provider: 'reloadly', why: 'unmapped' },
      ],
    });
  });

  test('a product without a mapping is not sold there; codes of plans are those of their owner only', () => {
    expect(routerOf({ stops: { vtpass: 'operator' } }).route(plan, [])).toBeNull();
    const mapped = routerOf({ stops: { vtpass: 'operator' }, state: { mappings: [ofPlan({ provider: 'reloadly' })] } });
    expect(mapped.route(plan, [])).toMatchObject({
      provider: 'reloadly',
      decision: { passed: [{ why: 'switched_off' }, { provider: 'monnify', why: 'unmapped' }] },
    });
    const cable: RoutableOrder = { ...plan, productType: 'CABLE_TV' };
    expect(mapped.route({ ...cable, accountId: ACCOUNT }, ['vtpass'])).toBeNull();
  });

  test('PROVIDERS in another order is another preference, and the plans are sold under the same codes', () => {
    const router = createRouter({
      providers: [
        { name: 'monnify', ownWords: false },
        { name: 'vtpass', ownWords: true },
      ],
      stopOf: () => null,
      sicknessOf: () => null,
    });
    expect(router.route(plan, [])?.provider).toBe('vtpass');
    router.learn({ ...NOTHING_KNOWN, mappings: [ofPlan({})] });
    expect(router.route(plan, [])).toMatchObject({ provider: 'monnify', terms: { product: { code: 'MTN-VTU' } } });
    expect(router.route(plan, ['monnify'])).toMatchObject({ provider: 'vtpass', terms: plan.terms });
  });

  test('a card is renewed only by who takes our words, never by a mapped package', () => {
    const renewal: RoutableOrder = {
      accountId: ACCOUNT,
      productType: 'CABLE_TV',
      amountKobo: 1_850_00n,
      terms: { ...terms, serviceId: 'dstv', variationCode: 'dstv-padi', subscriptionType: 'renew' },
    };
    const change: RoutableOrder = { ...renewal, terms: { ...renewal.terms, subscriptionType: 'change' } };
    const padi = mapping({ productType: 'CABLE_TV', serviceId: 'dstv', variationCode: 'dstv-padi' });
    const router = routerOf({ state: { mappings: [padi] } });
    expect(router.route(renewal, [])?.provider).toBe('vtpass');
    expect(router.route(change, ['vtpass'])?.provider).toBe('monnify');
    expect(router.route(renewal, ['vtpass'])).toBeNull();
    const closed = routerOf({ state: { mappings: [padi] }, stops: { vtpass: 'operator' } });
    expect(closed.route(renewal, [])).toBeNull();
    expect(closed.passedOver(renewal)).toContainEqual({ provider: 'monnify', why: 'renewal' });
  });

  test('a mapping of one variation comes before that of all, and its bounds hold', () => {
    const state = {
      mappings: [
        ofPlan({ variationCode: null, product: { code: 'any', amount: null } }),
        ofPlan({ mostKobo: 299_99n }),
      ],
    };
    const router = routerOf({ state });
    expect(router.route(plan, ['vtpass'])).toBeNull();
    expect(routerOf({ state, stops: { vtpass: 'operator' } }).passedOver(plan)).toContainEqual({
      provider: 'monnify',
      why: 'amount_range',
    });
    expect(router.route({ ...plan, amountKobo: 299_99n }, ['vtpass'])?.terms.product?.code).toBe('MTN-VTU');
  });
});

describe('a rule is not followed', () => {
  const router = (...rules: RoutingRule[]) => routerOf({ state: { rules: { version: 7, rules } } });

  test('the most specific rule counts: account and service, account, service, product', () => {
    const rules = [
      rule({ providers: entries('reloadly') }),
      rule({ serviceId: 'mtn', providers: entries('monnify') }),
      rule({ accountId: ACCOUNT, providers: entries('vtpass', 'monnify') }),
      rule({ accountId: ACCOUNT, serviceId: 'mtn', providers: entries('monnify', 'vtpass') }),
    ];
    const chosen = (list: RoutingRule[], accountId = ACCOUNT) =>
      router(...list).route({ ...airtime, accountId }, [])?.provider;
    expect(chosen(rules)).toBe('monnify');
    expect(chosen(rules.slice(0, 3))).toBe('vtpass');
    expect(chosen(rules.slice(0, 3), 'another')).toBe('monnify');
    expect(chosen(rules.slice(0, 1))).toBe('reloadly');
    expect(router(...rules).route(airtime, [])?.decision.version).toBe(7);
  });

  test('who is not named, is off, or may not serve the amount is passed over', () => {
    const providers = [
      { provider: 'monnify', leastKobo: null, mostKobo: 99_99n, enabled: true },
      { provider: 'vtpass', leastKobo: null, mostKobo: null, enabled: false },
    ];
    const routed = router(rule({ providers }));
    expect(routed.route(airtime, [])).toBeNull();
    expect(routed.preferred(airtime)).toBeNull();
    expect(routed.passedOver(airtime)).toEqual([
      { provider: 'monnify', why: 'amount_range' },
      { provider: 'vtpass', why: 'disabled' },
      { provider: 'reloadly', why: 'not_in_rule' },
    ]);
    expect(routed.route({ ...airtime, amountKobo: 99_99n }, [])?.provider).toBe('monnify');
  });

  test('a rule that names a provider which is not configured goes on to the next', () => {
    expect(router(rule({ providers: entries('flutterwave', 'monnify') })).route(airtime, [])?.provider).toBe('monnify');
  });
});

describe('a sick provider is used although another is well, or not used although nobody else is left', () => {
  test('it is passed over with its reason, and used when it is the only one', () => {
    const router = routerOf({ sick: { vtpass: 'unknown_outcomes' } });
    expect(router.route(airtime, [])?.decision).toMatchObject({
      chosen: 'monnify',
      passed: [{ provider: 'vtpass', why: 'unknown_outcomes' }],
    });
    expect(router.route(airtime, ['monnify', 'reloadly'])?.decision).toEqual({
      version: null,
      chosen: 'vtpass',
      despite: 'unknown_outcomes',
      passed: [
        { provider: 'monnify', why: 'tried' },
        { provider: 'reloadly', why: 'tried' },
      ],
    });
  });

  test('who may only be tried later is not tried while another one is chosen', () => {
    const trials: string[] = [];
    const router = createRouter({
      providers: ['vtpass', 'monnify'].map((name) => ({ name, ownWords: true })),
      stopOf: () => null,
      sicknessOf: (provider) => (provider === 'monnify' ? { sickness: 'failing', state: 'half_open' } : null),
      isTrial: (provider) => trials.push(provider) > 0,
    });
    expect(router.route(airtime, [])?.decision).toMatchObject({ chosen: 'vtpass', next: ['monnify'] });
    expect(trials).toEqual([]);
  });

  test('the same for a float below what the order costs', () => {
    const state = { floats: new Map([['vtpass', 99_99n]]), mappings: [mapping({ provider: 'reloadly' })] };
    const router = routerOf({ state });
    expect(router.route(airtime, [])?.decision.passed).toEqual([
      { provider: 'vtpass', why: 'float' },
      { provider: 'monnify', why: 'unmapped' },
    ]);
    expect(router.route({ ...airtime, amountKobo: 99_99n }, [])?.provider).toBe('vtpass');
    expect(routerOf({ state: { ...state, mappings: [] } }).route(airtime, [])?.provider).toBe('vtpass');
  });
});

describe('an order stays pending for a minute at a provider whose float is known to be empty', () => {
  const mappings = [mapping({ provider: 'monnify' }), mapping({ provider: 'reloadly' })];
  const floats = (...names: string[]) => new Map(names.map((name) => [name, 0n]));

  test('after one that gave no value, the next with enough float serves it', () => {
    const router = routerOf({ state: { floats: floats('vtpass', 'monnify'), mappings } });
    expect(router.route(airtime, ['vtpass'])).toMatchObject({
      provider: 'reloadly',
      decision: { passed: [{ why: 'tried' }, { provider: 'monnify', why: 'float' }] },
    });
  });

  test('after one that gave no value, nobody gets it when no float is enough: it is refunded', () => {
    const router = routerOf({ state: { floats: floats('vtpass', 'monnify', 'reloadly'), mappings } });
    expect(router.route(airtime, [])?.provider).toBe('vtpass');
    expect(router.route(airtime, ['vtpass'])).toBeNull();
  });
});

describe('an order is served at a loss that nobody allowed', () => {
  const dearer = [ofPlan({ costKobo: 300_01n })];

  test('what costs more than the price is refused', () => {
    expect(routerOf({ state: { mappings: dearer } }).route(plan, ['vtpass'])).toBeNull();
    const refusing = routerOf({ state: { mappings: dearer }, stops: { vtpass: 'operator' } });
    expect(refusing.passedOver(plan)).toContainEqual({ provider: 'monnify', why: 'costs_more' });
  });

  test('such a decision is kept, even if nothing else was to decide', () => {
    expect(isChoice({ version: null, chosen: 'monnify', passed: [], despite: 'float' })).toBe(true);
    expect(isChoice({ version: null, chosen: 'monnify', passed: [], next: ['vtpass'] })).toBe(true);
    expect(isChoice({ version: null, chosen: 'monnify', passed: [], elsewhere: true })).toBe(true);
    expect(isChoice({ version: 1, chosen: 'monnify', passed: [] })).toBe(true);
    expect(isChoice({ version: null, chosen: 'monnify', passed: [] })).toBe(false);
  });

  test('plans of an owner of the catalogue with codes of its own are sold at the price that operators allow', () => {
    const router = createRouter({
      providers: ['monnify', 'reloadly'].map((name) => ({ name, ownWords: false })),
      stopOf: () => null,
      sicknessOf: () => null,
    });
    const own = ofPlan({ product: { code: 'mtn-1gb', amount: null }, costKobo: 300_01n });
    router.learn({ ...NOTHING_KNOWN, mappings: [own, ofPlan({ provider: 'reloadly' })] });
    const owned = router.route(plan, []);
    expect(owned).toMatchObject({ provider: 'monnify', costKobo: 300_01n });
    expect(owned?.decision).toEqual({ version: null, chosen: 'monnify', passed: [], next: ['reloadly'] });
    expect(router.route(plan, ['monnify'])?.decision).toMatchObject({ chosen: 'reloadly', elsewhere: true });
    router.learn({ ...NOTHING_KNOWN, mappings: [{ ...own, product: { code: 'mtn-10gb', amount: null } }] });
    expect(router.passedOver(plan)).toContainEqual({ provider: 'monnify', why: 'unmapped' });
  });

  test('what costs the price is no loss', () => {
    const state = { mappings: [ofPlan({ costKobo: 300_00n })] };
    expect(routerOf({ state }).route(plan, ['vtpass'])).toMatchObject({ provider: 'monnify', costKobo: 300_00n });
  });
});
