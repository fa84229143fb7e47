import { createAccount, createTier, setAccountTier } from '@topup/core/account';
import { findBuyablePlan, listCatalogue, syncCatalogue } from '@topup/core/catalogue';
import type { Db } from '@topup/core/shared';
import { createVtpass } from '@topup/providers';
import {
  type SandboxProcess,
  sandboxKeys,
  startSandbox,
  type TestDatabase,
  testDatabase,
  testPool,
} from '@topup/testkit';
import { type Ended, runOps } from './testing/run-ops';

let home: TestDatabase;
let db: Db;
let sandbox: SandboxProcess;
let accountId: string;

beforeAll(async () => {
  home = await testDatabase();
  db = testPool(home.url);
  sandbox = await startSandbox();
  const account = await createAccount(db, { name: 'buyer', tier: 'standard' });
  if (typeof account === 'string') throw new Error(account);
  accountId = account.id;
});
afterAll(async () => {
  await sandbox.stop();
  await db.$disconnect();
  await home.drop();
});
beforeEach(async () => {
  await db.planPrice.deleteMany();
  await db.dataPlan.deleteMany();
  await setAccountTier(db, accountId, 'standard');
  await out([]);
  for (const service of ['glo-data', 'glo-sme-data', 'airtel-data', 'etisalat-data']) await lists(service, []);
  await lists('mtn-data', [
    ['m1', 100],
    ['m2', 200],
  ]);
});

describe('an operator who syncs sees what happened to what is sold', () => {
  test('progress is told apart from the result, so that the result can be kept', async () => {
    await lists('glo-data', [
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
    expect(await findBuyablePlan(db, accountId, 'm1')).toMatchObject({
      priceKobo: 11_000n,
      providerService: 'mtn-data',
    });
  });

  test('a script gets one JSON value and nothing else; the second time nothing has changed', async () => {
    expect(await serviceSynced('mtn-data')).toEqual({
      service: 'mtn-data',
      network: 'MTN',
      result: 'synced',
      added: [
        { code: 'm1', name: 'N100 m1 - 1 day', cost: '100.00' },
        { code: 'm2', name: 'N200 m2 - 1 day', cost: '200.00' },
      ],
      changed: [],
      returned: [],
      withdrawn: [],
      unchanged: 0,
      contradictory: [],
      clashes: [],
    });
    expect(await serviceSynced('mtn-data')).toMatchObject({ added: [], unchanged: 2 });
  });

  test('new costs, plans that have gone or come back, and prices they have overtaken are named', async () => {
    await synced();
    await json('price', 'set', '--tier', 'standard', '--plan', 'm1', '--price', '101');
    await lists('mtn-data', [['m1', 101.5]]);

    const { code, stdout } = await ops('catalogue', 'sync');

    expect(code).toBe(0);
    expect(stdout.split('\n').slice(6)).toEqual([
      'changed: m1 (cost 100.00 is now 101.50; "N100 m1 - 1 day" is now "N101.5 m1 - 1 day")',
      'withdrawn: m2 (N200 m2 - 1 day)',
      'not sold: m1 to tier "standard", whose price 101.00 is below cost 101.50: `price set` or `price clear` mends it',
      '',
    ]);
    expect(await findBuyablePlan(db, accountId, 'm1')).toBeNull();
    await lists('mtn-data', [
      ['m1', 101.5],
      ['m2', 200],
    ]);
    expect(await serviceSynced('mtn-data')).toMatchObject({ returned: [{ code: 'm2' }], unchanged: 1 });
  });
});

describe('a nightly sync that did not work is not taken for one that did', () => {
  test('a provider that is out: exit 1, every service named, and the catalogue as it was', async () => {
    await synced();
    await out(['service-variations']);

    const { code, stdout, lines } = await ops('catalogue', 'sync', '--json');

    expect(code).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(
        /^The provider gave no list of mtn-data \(\w+\), glo-data .*, etisalat-data \(\w+\): left as it was/,
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

  test('keys that the provider refuses do not empty the catalogue', async () => {
    await synced();

    const { code } = await runOps({ ...environment(), VTPASS_PUBLIC_KEY: 'PK_other', VTPASS_SECRET_KEY: 'SK_other' }, [
      'catalogue',
      'sync',
    ]);

    expect(code).toBe(1);
    expect(await states()).toEqual({ m1: 'for_sale', m2: 'for_sale' });
  });

  test('a list that is suddenly empty is not believed until somebody says that it is true', async () => {
    await synced();
    await lists('mtn-data', []);

    const { code, lines } = await ops('catalogue', 'sync', '--json');

    expect({ code, lines }).toEqual({
      code: 1,
      lines: [
        'The provider suddenly lists nothing under mtn-data (2 plans): left as it was; if that is true, run `catalogue sync --allow-empty`.',
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

  test('without the provider’s settings it says which are missing', async () => {
    const { code, stdout, lines } = await runOps({ DATABASE_URL: home.url }, ['catalogue', 'sync']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(lines).toEqual([expect.stringMatching(/^VTPASS_BASE_URL is required\. VTPASS_API_KEY is required\./)]);
  });
});

describe('an operator who funds the float sees what is there', () => {
  test('what the provider holds for us is told in naira, by a command that needs no database', async () => {
    await put('/float', { naira: 1234.5 });
    const { VTPASS_BASE_URL, ...keys } = environment();
    const without = { VTPASS_BASE_URL, ...keys, DATABASE_URL: '' };
    expect(await runOps(without, ['provider', 'float', '--json'])).toEqual({
      code: 0,
      stdout: '{"float":"1234.50"}\n',
      lines: [],
    });
    expect((await ops('provider', 'float')).stdout).toBe('Our account at the provider holds NGN 1234.50.\n');
  });

  test('a float that cannot be read is not told as empty', async () => {
    const { code, stdout, lines } = await runOps({ ...environment(), VTPASS_PUBLIC_KEY: 'PK_other' }, [
      'provider',
      'float',
    ]);
    expect({ code, stdout, lines }).toEqual({
      code: 1,
      stdout: '',
      lines: ['The provider did not say what our account holds (code 087): try again.'],
    });
  });
});

describe('an operator decides what is sold', () => {
  test('the list shows cost, the price of a tier and what is for sale; by network when asked', async () => {
    await lists('glo-data', [['g1', 50]]);
    await synced();
    await createTier(db, { name: 'dear', markupBps: 10_000 });

    expect(await plans('--network', 'glo', '--tier', 'dear')).toEqual([
      {
        id: expect.any(Number),
        planId: 'g1',
        network: 'GLO',
        name: 'N50 g1 - 1 day',
        validity: '1 day',
        cost: '50.00',
        price: '100.00',
        state: 'for_sale',
      },
    ]);
    // of the tier standard, all networks
    expect((await ops('catalogue', 'list')).stdout).toMatch(
      /^ID +PLAN ID +NETWORK .*\n\d+ +g1 +GLO +N50 g1 - 1 day +1 day +50\.00 +55\.00 +for sale\n/,
    );
  });

  test('an announced plan is listed until it is retired, and only an announced one', async () => {
    await synced();
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

    expect(await states()).toEqual({ '2GB': 'gone', m1: 'for_sale', m2: 'for_sale' });
    const { id: m1 } = await db.dataPlan.findUniqueOrThrow({ where: { planId: 'm1' } });
    expect(await refusal('catalogue', 'retire', '--id', String(m1))).toMatch(/is not an announced one/);
  });

  test('a withdrawn plan is not sold, whatever is synced, until it is restored', async () => {
    await synced();
    const { id } = (await json('catalogue', 'withdraw', '--plan', 'm1')) as { id: number };
    await synced();
    expect(await findBuyablePlan(db, accountId, 'm1')).toBeNull();
    expect(await states()).toEqual({ m1: 'withdrawn', m2: 'for_sale' });
    expect(await refusal('catalogue', 'withdraw', '--plan', 'm1')).toMatch(/^There is no plan with the plan_id "m1": /);

    expect(await json('catalogue', 'restore', '--id', String(id))).toEqual({ id, planId: 'm1' });

    expect(await findBuyablePlan(db, accountId, 'm1')).not.toBeNull();
    const again = [String(id), '999999999'].map((id) => refusal('catalogue', 'restore', '--id', id));
    expect(await Promise.all(again)).toEqual([
      expect.stringContaining('was not withdrawn'),
      expect.stringMatching(/^There is no plan 999999999: /),
    ]);
  });

  test('tiers: a new markup prices at once, and an account pays what its new tier pays', async () => {
    await synced();
    await createTier(db, { name: 'silver', markupBps: 2_000 });
    expect(await json('account', 'set-tier', '--account', 'buyer', '--tier', 'silver')).toMatchObject({
      id: accountId,
      tier: 'silver',
    });
    expect(await findBuyablePlan(db, accountId, 'm1')).toMatchObject({ priceKobo: 12_000n });
    expect(await json('tier', 'set-markup', '--tier', 'silver', '--markup', '2.5')).toMatchObject({
      name: 'silver',
      markupPercent: '2.50',
    });
    expect(await findBuyablePlan(db, accountId, 'm1')).toMatchObject({ priceKobo: 10_250n });
  });
});

describe('an operator decides what it costs, and not below cost by a slip', () => {
  const standard = ['--tier', 'standard', '--plan', 'm1'];

  test('exact, by markup, and back to the tier’s', async () => {
    await synced();
    expect(await json('price', 'set', ...standard, '--price', '100.5')).toEqual({
      tier: 'standard',
      planId: 'm1',
      price: '100.50',
      cost: '100.00',
    });
    expect(await json('price', 'list', '--tier', 'standard')).toMatchObject([
      { planId: 'm1', price: '100.50', markupPercent: null, belowCostAllowed: false },
    ]);
    expect(await json('price', 'set', ...standard, '--markup', '7.5')).toMatchObject({ price: '107.50' });
    expect((await ops('price', 'list', '--tier', 'standard')).stdout).toMatch(/ m1 .* 107\.50 +cost \+ 7\.50 %\n$/);
    expect(await json('price', 'clear', ...standard)).toEqual({
      tier: 'standard',
      planId: 'm1',
      cleared: true,
      price: '110.00',
    });
    expect(await db.planPrice.count()).toBe(0);
  });

  test('below cost is refused, and sold when forced', async () => {
    await synced();
    expect(await refusal('price', 'set', ...standard, '--price', '99.99')).toBe(
      'Plan "m1" costs us NGN 100.00, so the price is below cost and nothing was changed: --force sells it at a loss.',
    );
    expect(await findBuyablePlan(db, accountId, 'm1')).toMatchObject({ priceKobo: 11_000n });
    await json('price', 'set', ...standard, '--price', '99.99', '--force');
    expect(await findBuyablePlan(db, accountId, 'm1')).toMatchObject({ priceKobo: 9_999n });
  });

  test('words that name nothing are refused by name', async () => {
    await synced();
    const noTier = 'There is no tier "iron": `tier list` shows them.';
    const noPlan = 'There is no plan with the plan_id "m9": `catalogue list --all` shows them.';
    const refused: [words: string[], sentence: string][] = [
      [['price', 'set', '--tier', 'iron', '--plan', 'm1', '--markup', '1'], noTier],
      [['price', 'list', '--tier', 'iron'], noTier],
      [['tier', 'set-markup', '--tier', 'iron', '--markup', '1'], noTier],
      [['account', 'set-tier', '--account', 'buyer', '--tier', 'iron'], noTier],
      [['catalogue', 'list', '--tier', 'iron'], noTier],
      [['price', 'clear', '--tier', 'standard', '--plan', 'm9'], noPlan],
    ];
    expect(await Promise.all(refused.map(([words]) => refusal(...words)))).toEqual(
      refused.map(([, sentence]) => sentence),
    );
  });

  test('words that do not fit together exit 2 and change nothing', async () => {
    await synced();
    const wrong = [
      ['price', 'set', ...standard],
      ['price', 'set', ...standard, '--price', '1', '--markup', '1'],
      ['price', 'set', ...standard, '--markup', '1', '--force'],
      ['price', 'set', ...standard, '--price', '0'],
      ['catalogue', 'announce', '--network', 'etisalat', '--name', 'n', '--cost', '1'],
      ['catalogue', 'restore', '--id', 'm1'],
    ];
    const ended = await Promise.all(wrong.map((words) => ops(...words, '--json')));
    expect(ended).toEqual(
      wrong.map(() => ({ code: 2, stdout: '', lines: expect.arrayContaining([expect.stringMatching(/\w/)]) })),
    );
    expect(await db.planPrice.count()).toBe(0);
    expect(await states()).toEqual({ m1: 'for_sale', m2: 'for_sale' });
  });
});

// ---- running it

const environment = () => ({ DATABASE_URL: home.url, VTPASS_BASE_URL: `${sandbox.url}/api`, ...sandboxKeys });

const ops = (...words: string[]): Promise<Ended> => runOps(environment(), words);

async function json(...words: string[]): Promise<unknown> {
  const { code, stdout, lines } = await ops(...words, '--json');
  expect({ code, lines }).toEqual({ code: 0, lines: [] });
  expect(stdout.indexOf('\n')).toBe(stdout.length - 1);
  return JSON.parse(stdout);
}

/** The one sentence of a refusal. */
async function refusal(...words: string[]): Promise<string | undefined> {
  const { code, stdout, lines } = await ops(...words, '--json');
  expect({ code, stdout, sentences: lines.length }).toEqual({ code: 1, stdout: '', sentences: 1 });
  return lines[0];
}

const plans = async (...options: string[]) => (await json('catalogue', 'list', ...options)) as unknown[];

/** What has become of each plan, by the middle word of its name. */
async function states(): Promise<Record<string, string>> {
  const catalogue = (await listCatalogue(db, 'standard')) ?? [];
  return Object.fromEntries(catalogue.map(({ name, state }) => [name.split(' ')[1], state]));
}

/** What the command does, without starting a program for it. */
async function synced(): Promise<void> {
  const { VTPASS_API_KEY: apiKey, VTPASS_PUBLIC_KEY: publicKey, VTPASS_SECRET_KEY: secretKey } = sandboxKeys;
  const lookups = createVtpass({ baseUrl: `${sandbox.url}/api`, apiKey, publicKey, secretKey });
  await syncCatalogue({ db, lookups }, () => undefined);
}

async function serviceSynced(serviceId: string): Promise<unknown> {
  const { services } = (await json('catalogue', 'sync')) as { services: { service: string }[] };
  return services.find(({ service }) => service === serviceId);
}

// ---- the provider's side

/** From now on the provider lists this under the service. */
function lists(serviceId: string, entries: [code: string, naira: number][]): Promise<void> {
  const list = entries.map(([code, naira]) => ({
    variation_code: code,
    name: `N${naira} ${code} - 1 day`,
    variation_amount: naira.toFixed(2),
  }));
  return put(`/variations/${serviceId}`, list);
}

const out = (paths: string[]): Promise<void> => put('/outage', { paths });

async function put(path: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${sandbox.url}${path}`, { method: 'PUT', headers, body: JSON.stringify(body) });
  expect(answer.status).toBe(200);
}
