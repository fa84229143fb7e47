import { createTier } from '@topup/core/account';
import { findBuyablePlan, listCatalogue, syncCatalogue } from '@topup/core/catalogue';
import { createVtpass } from '@topup/providers';
import { BY_TEST, providersAt, type SandboxProcess, sandboxKeys, startSandbox } from '@topup/testkit';
import { useOpsWorld } from '../testing/ops-world';
import { runOps } from '../testing/run-ops';

const world = useOpsWorld({ settings: () => providersAt(sandbox.url) });
const { ops, json, refusal } = world;

let sandbox: SandboxProcess;
let accountId: string;

beforeAll(async () => {
  sandbox = await startSandbox();
  accountId = await world.openAccount('buyer');
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  await world.db.planPrice.deleteMany();
  await world.db.dataPlan.deleteMany();
  await setOutage([]);
  for (const service of ['glo-data', 'glo-sme-data', 'airtel-data', 'etisalat-data']) await setList(service, []);
  await setList('mtn-data', [
    ['m1', 100],
    ['m2', 200],
  ]);
});

describe('an operator does not see what a sync changed', () => {
  test('progress goes to standard error, apart from the result', async () => {
    await setList('glo-data', [
      ['g1', 50],
      ['g2', 70],
      ['g2', 80],
      ['m1', 500],
    ]);

    const { code, stdout, lines } = await ops('catalogue', 'sync');

    expect(code).toBe(0);
    expect(lines.sort()).toEqual([
      'airtel-data: 0 entries in the provider’s list',
      'etisalat-data: 0 entries in the provider’s list',
      'glo-data: 4 entries in the provider’s list',
      'glo-sme-data: 0 entries in the provider’s list',
      'mtn-data: 2 entries in the provider’s list',
    ]);
    expect(stdout).toMatch(
      /^SERVICE +NETWORK +ADDED +CHANGED +RETURNED +WITHDRAWN +UNCHANGED\nmtn-data +MTN +2 +0 +0 +0 +0\nglo-data +GLO +1 +0 /,
    );
    expect(stdout.split('\n').slice(6)).toEqual([
      'not listed: g2, because the provider lists it with different prices',
      'not listed: m1 of glo-data, because another service sells a plan under this code',
      '',
    ]);
    expect(await findBuyablePlan(world.db, accountId, 'm1')).toMatchObject({
      priceKobo: 11_000n,
      providerService: 'mtn-data',
    });
  });

  test('--json prints one JSON value, and a second sync changes nothing', async () => {
    expect(await serviceSynced('mtn-data')).toEqual({
      service: 'mtn-data',
      network: 'MTN',
      result: 'synced',
      added: [
        { code: 'm1', name: 'MTN m1, 1 day', cost: '100.00' },
        { code: 'm2', name: 'MTN m2, 1 day', cost: '200.00' },
      ],
      changed: [],
      returned: [],
      withdrawn: [],
      unchanged: 0,
      contradictory: [],
      clashes: [],
      doubtful: [],
    });
    expect(await serviceSynced('mtn-data')).toMatchObject({ added: [], unchanged: 2 });
  });

  test('new costs, withdrawn and returned plans, and prices that are now below cost are listed', async () => {
    await sync();
    await json('price', 'set', '--tier', 'standard', '--plan', 'm1', '--price', '101');
    await setList('mtn-data', [['m1', 101.5]]);

    const { code, stdout } = await ops('catalogue', 'sync');

    expect(code).toBe(0);
    expect(stdout.split('\n').slice(6)).toEqual([
      'changed: m1 (cost 100.00 is now 101.50)',
      'withdrawn: m2 (MTN m2, 1 day)',
      'not sold: m1 to tier "standard", because the price 101.00 is below the cost 101.50; `price set` or `price clear` corrects it',
      '',
    ]);
    expect(await findBuyablePlan(world.db, accountId, 'm1')).toBeNull();
    await setList('mtn-data', [
      ['m1', 101.5],
      ['m2', 200],
    ]);
    expect(await serviceSynced('mtn-data')).toMatchObject({ returned: [{ code: 'm2' }], unchanged: 1 });
  });
});

describe('a nightly sync that failed looks like one that worked, or empties the catalogue', () => {
  test('when the provider is down it exits 1, names every service and changes nothing', async () => {
    await sync();
    await setOutage(['service-variations']);

    const { code, stdout, lines } = await ops('catalogue', 'sync', '--json');

    expect(code).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(
        /^The provider gave no list of mtn-data \(\w+\), glo-data .*, etisalat-data \(\w+\): nothing was changed there\. Try again later\.$/,
      ),
    ]);
    expect(JSON.parse(stdout).services).toHaveLength(5);
    expect(JSON.parse(stdout).services[0]).toEqual({
      service: 'mtn-data',
      network: 'MTN',
      result: 'unavailable',
      reason: expect.any(String),
    });
    expect(await states()).toEqual({ m1: 'for_sale', m2: 'for_sale' });
  });

  test('half a list and a tenth of a cost are reported and left, until a person accepts them', async () => {
    const six = ['n1', 'n2', 'n3', 'n4', 'n5', 'n6'];
    await setList('glo-data', [['g1', 1_000]]);
    await setList(
      'mtn-data',
      six.map((code) => [code, 100]),
    );
    await sync();
    await setList('glo-data', [['g1', 100]]);
    await setList('mtn-data', [['n1', 100]]);

    const { code, stdout, lines } = await ops('catalogue', 'sync', '--json');

    expect(code).toBe(1);
    expect(lines).toEqual([
      'The provider suddenly lacks many plans under mtn-data (5 of 6 plans): nothing was changed there. If that is right, run `catalogue sync --allow-empty`. Costs fell by more than half: g1 (1000.00 to 100.00). These plans were left as they are. If that is right, run `catalogue sync --allow-empty`.',
    ]);
    const { services } = JSON.parse(stdout);
    expect(services[0]).toEqual({ service: 'mtn-data', network: 'MTN', result: 'shrunk', plans: 6, gone: 5 });
    expect(services[1].doubtful).toMatchObject([{ code: 'g1', cost: '100.00', before: { cost: '1000.00' } }]);
    expect((await ops('catalogue', 'sync', '--allow-empty')).code).toBe(0);
    expect(await states()).toMatchObject({ n1: 'for_sale', g1: 'for_sale' });
    expect(await findBuyablePlan(world.db, accountId, 'g1')).toMatchObject({ costKobo: 10_000n });
    expect(await findBuyablePlan(world.db, accountId, 'n2')).toBeNull();
  });

  test('keys that the provider declines do not empty the catalogue', async () => {
    await sync();

    const { code } = await runOps(
      { ...world.environment, VTPASS_PUBLIC_KEY: 'PK_other', VTPASS_SECRET_KEY: 'SK_other' },
      ['catalogue', 'sync'],
    );

    expect(code).toBe(1);
    expect(await states()).toEqual({ m1: 'for_sale', m2: 'for_sale' });
  });

  test('a list that is suddenly empty withdraws nothing without --allow-empty', async () => {
    await sync();
    await setList('mtn-data', []);

    const { code, lines } = await ops('catalogue', 'sync', '--json');

    expect({ code, lines }).toEqual({
      code: 1,
      lines: [
        'The provider suddenly lists nothing under mtn-data (2 plans): nothing was changed there. If that is right, run `catalogue sync --allow-empty`.',
      ],
    });
    expect(await states()).toEqual({ m1: 'for_sale', m2: 'for_sale' });
    await json('catalogue', 'sync', '--allow-empty');
    expect(await plans()).toEqual([]);
    expect(await plans('--all')).toMatchObject([
      { planId: 'm1', state: 'gone' },
      { planId: 'm2', state: 'gone' },
    ]);
  });

  test('without the settings of the provider it names the missing ones', async () => {
    const { code, stdout, lines } = await runOps({ DATABASE_URL: world.url }, ['catalogue', 'sync']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(lines).toEqual([expect.stringMatching(/^VTPASS_BASE_URL is required\. VTPASS_API_KEY is required\./)]);
  });
});

describe('an operator cannot see how much float is left', () => {
  const float = (settings: Record<string, string>, ...more: string[]) =>
    runOps({ ...world.environment, ...settings }, ['provider', 'float', ...more]);

  test('the float at each provider is printed in naira, without a database', async () => {
    await put('/float', { naira: 1234.5 });
    const settings = { DATABASE_URL: '', PROVIDERS: 'vtpass,reloadly' };
    expect(await float(settings, '--json')).toEqual({
      code: 0,
      stdout: '[{"provider":"vtpass","float":"1234.50"},{"provider":"reloadly","float":"10000000.00"}]\n',
      lines: [],
    });
    expect((await float(settings)).stdout).toBe('PROVIDER  FLOAT\nvtpass    1234.50\nreloadly  10000000.00\n');
  });

  test('one that cannot be read is a fault, not zero, and the others are printed', async () => {
    const wrong = { VTPASS_PUBLIC_KEY: 'PK_other' };
    const lines = ['The float at vtpass could not be read (code 087). Try again.'];
    expect(await float(wrong)).toEqual({ code: 1, stdout: '', lines });
    expect(await float({ ...wrong, PROVIDERS: 'vtpass,reloadly' })).toEqual({
      code: 1,
      stdout: 'PROVIDER  FLOAT\nreloadly  10000000.00\n',
      lines,
    });
  });
});

describe('plans are sold that an operator does not want to sell', () => {
  test('the list shows cost, the price of a tier and the state, for all networks or one', async () => {
    await setList('glo-data', [['g1', 50]]);
    await sync();
    await createTier(world.db, { name: 'expensive', markupBps: 10_000 });

    expect(await plans('--network', 'glo', '--tier', 'expensive')).toEqual([
      {
        id: expect.any(Number),
        planId: 'g1',
        network: 'GLO',
        name: 'Glo g1, 1 day',
        validity: '1 day',
        cost: '50.00',
        price: '100.00',
        state: 'for_sale',
        costSeenAt: expect.any(String),
        stale: false,
      },
    ]);
    // without options: tier standard, all networks
    expect((await ops('catalogue', 'list')).stdout).toMatch(
      /^ID +PLAN ID +NETWORK .*\n\d+ +g1 +GLO +Glo g1, 1 day +1 day +50\.00 +55\.00 +for sale\n/,
    );
  });

  test('an announced plan is listed until it is retired, and no other plan can be retired', async () => {
    await sync();
    const { id } = (await json(
      'catalogue',
      'announce',
      '--network',
      '9mobile',
      '--name',
      'N500 2GB - 7 days',
      '--cost',
      '480',
    )) as {
      id: number;
    };
    expect(await plans('--network', '9MOBILE')).toMatchObject([
      { id, planId: null, validity: '7 days', price: '528.00', state: 'announced' },
    ]);

    expect(await json('catalogue', 'retire', '--id', String(id))).toEqual({ id, state: 'gone' });

    expect(await states()).toEqual({ 2: 'gone', m1: 'for_sale', m2: 'for_sale' });
    const { id: m1 } = await world.db.dataPlan.findUniqueOrThrow({ where: { planId: 'm1' } });
    expect(await refusal('catalogue', 'retire', '--id', String(m1))).toMatch(/is not an announced plan/);
  });

  test('a withdrawn plan is not sold until it is restored, even after a sync', async () => {
    await sync();
    const { id } = (await json('catalogue', 'withdraw', '--plan', 'm1')) as { id: number };
    await sync();
    expect(await findBuyablePlan(world.db, accountId, 'm1')).toBeNull();
    expect(await states()).toEqual({ m1: 'withdrawn', m2: 'for_sale' });
    expect(await refusal('catalogue', 'withdraw', '--plan', 'm1')).toMatch(
      /^There is no plan with the plan_id "m1"\. /,
    );

    expect(await json('catalogue', 'restore', '--id', String(id))).toEqual({ id, planId: 'm1' });

    expect(await findBuyablePlan(world.db, accountId, 'm1')).not.toBeNull();
    const again = [String(id), '999999999'].map((id) => refusal('catalogue', 'restore', '--id', id));
    expect(await Promise.all(again)).toEqual([
      expect.stringContaining('was not withdrawn'),
      expect.stringMatching(/^There is no plan 999999999\. /),
    ]);
  });

  test('a plan that was sold below cost is listed as on hold, and sold again when somebody resumes it', async () => {
    await sync();
    const { id } = await world.db.dataPlan.findUniqueOrThrow({ where: { planId: 'm1' } });
    const facts = { reference: 'order-1', price: '110.00', cost: '960.00' };
    await world.db.planStop.create({ data: { dataPlanId: id, reason: 'sold_below_cost', facts } });
    expect(await states()).toEqual({ m1: 'on_hold', m2: 'for_sale' });
    expect(await json('catalogue', 'holds')).toMatchObject([{ planId: 'm1', tier: null, facts }]);
    const { stdout } = await ops('catalogue', 'holds');
    expect(stdout).toMatch(
      /m1 .* all +it was sold below cost: see that its prices are above that cost, then resume it +/,
    );
    expect(stdout).toMatch(/(?=.*reference order-1)(?=.*price 110\.00)(?=.*cost 960\.00)/);
    await world.db.$executeRaw`UPDATE catalogue_state SET daily_loss_cap_kobo = 0`;
    expect(await refusal('catalogue', 'resume', '--plan', 'm1')).toMatch(
      /^Plan "m1" was sold below a cost that no sync has found.* Run `catalogue sync`, set a price above the cost /,
    );
    await world.db.$executeRaw`UPDATE catalogue_state SET daily_loss_cap_kobo = 1000000`;
    expect((await ops('catalogue', 'resume', '--plan', 'm1')).stdout).toBe(
      'Plan "m1" is for sale again at its present prices. The next sale below cost puts it on hold again.\n',
    );
    expect(await findBuyablePlan(world.db, accountId, 'm1')).not.toBeNull();
    expect((await ops('catalogue', 'holds')).stdout).toBe('No plan is on hold.\n');
    expect(await refusal('catalogue', 'resume', '--plan', 'm1')).toMatch(/^Plan "m1" is not on hold/);
    expect(await refusal('catalogue', 'resume', '--plan', 'm9')).toMatch(/^There is no plan with the plan_id "m9"/);
  });

  test('a price below cost cannot be resumed, and a cost that nobody has confirmed is named as stale', async () => {
    await sync();
    await world.db.$executeRaw`
      INSERT INTO plan_price (tier_id, data_plan_id, price_kobo) SELECT 1, id, 1 FROM data_plan WHERE plan_id = 'm1'`;
    await sync();
    expect(await json('catalogue', 'holds')).toMatchObject([{ tier: 'standard', reason: 'cost_above_price' }]);
    expect(await refusal('catalogue', 'resume', '--plan', 'm1')).toBe(
      'Plan "m1" costs more than its price in tier "standard", so it is not sold there. `price set` or `price clear` corrects it.',
    );
    await world.db.$executeRaw`UPDATE data_plan SET cost_seen_at = '2026-01-02' WHERE plan_id = 'm2'`;
    expect((await ops('catalogue', 'list')).stdout).toMatch(/m2 .*for sale; its cost was last seen 2026-01-02T00:00/);
  });

  test('wrong usage exits 2 and changes nothing', async () => {
    await sync();
    const wrong = [
      ['catalogue', 'announce', '--network', 'etisalat', '--name', 'n', '--cost', '1'],
      ['catalogue', 'restore', '--id', 'm1'],
    ];
    const results = await Promise.all(wrong.map((args) => ops(...args, '--json')));
    expect(results).toEqual(
      wrong.map(() => ({ code: 2, stdout: '', lines: expect.arrayContaining([expect.stringMatching(/\w/)]) })),
    );
    expect(await states()).toEqual({ m1: 'for_sale', m2: 'for_sale' });
  });
});

const plans = async (...options: string[]) => (await json('catalogue', 'list', ...options)) as unknown[];

/** The state of each plan, by the first word of its name after the network. */
async function states(): Promise<Record<string, string>> {
  const catalogue = (await listCatalogue(world.db, 'standard')) ?? [];
  return Object.fromEntries(catalogue.map(({ name, state }) => [/^\S+ ([^ ,]+)/.exec(name)?.[1], state]));
}

/** Syncs without a command. */
async function sync(): Promise<void> {
  const { VTPASS_API_KEY: apiKey, VTPASS_PUBLIC_KEY: publicKey, VTPASS_SECRET_KEY: secretKey } = sandboxKeys();
  const provider = createVtpass({ baseUrl: `${sandbox.url}/api`, apiKey, publicKey, secretKey });
  await syncCatalogue({ db: world.db, by: BY_TEST, providers: [provider] }, () => undefined);
}

async function serviceSynced(serviceId: string): Promise<unknown> {
  const { services } = (await json('catalogue', 'sync')) as { services: { service: string }[] };
  return services.find(({ service }) => service === serviceId);
}

// ---- the provider's side

/** Sets the provider’s list of a service. */
function setList(serviceId: string, entries: [code: string, naira: number][]): Promise<void> {
  const list = entries.map(([code, naira]) => ({
    variation_code: code,
    name: `N${naira} ${code} - 1 day`,
    variation_amount: naira.toFixed(2),
  }));
  return put(`/variations/${serviceId}`, list);
}

const setOutage = (paths: string[]): Promise<void> => put('/outage', { paths });

async function put(path: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${sandbox.url}${path}`, { method: 'PUT', headers, body: JSON.stringify(body) });
  expect(answer.status).toBe(200);
}
