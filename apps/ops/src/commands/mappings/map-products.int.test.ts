import { readMappings } from '@topup/core/catalogue';
import { grantedRole, providersAt, type SandboxProcess, startSandbox } from '@topup/testkit';
import { useOpsWorld } from '../../testing/ops-world';
import { runOps } from '../../testing/run-ops';

// Every provider of the sandbox: what it lists is read over HTTP by its adapter.

let sandbox: SandboxProcess;
const world = useOpsWorld({
  settings: () => ({ PROVIDERS: 'vtpass,monnify,reloadly', ...providersAt(sandbox.url) }),
});
const { ops, json, refusal } = world;

beforeAll(async () => {
  sandbox = await startSandbox();
  await json('catalogue', 'sync');
});
afterAll(() => sandbox.stop());

type Pair = {
  id: number;
  provider: string;
  status: string;
  decidedBy: string | null;
  ours: { product: string; name: string; cost: string | null };
  theirs: { id: number; code: string; amount: string | null; name: string; cost: string | null };
  difference: string | null;
};
type Listed = {
  mappings: Pair[];
  unmapped: { provider: string; product: string; type: string }[];
  unused: { id: number; provider: string; code: string; amount: string | null; name: string }[];
};
const map = async (...options: string[]) => (await json('catalogue', 'map', ...options)) as Listed;
const proposal = async (provider: string, product: string) => {
  const found = (await map()).mappings.find((pair) => pair.provider === provider && pair.ours.product === product);
  if (found === undefined) throw new Error(`${product} is not proposed to ${provider}`);
  return found;
};
const unused = async (name: string) => (await map()).unused.find((each) => each.name === name)?.id ?? 0;

describe('orders go to another provider only under its own product', () => {
  test('airtime, discos and packages are mapped without a person, with the provider’s own codes', async () => {
    const { mappings, unmapped } = await map('--all');
    const confirmed = mappings.filter(({ status }) => status === 'confirmed');
    const of = (provider: string) =>
      confirmed
        .filter((pair) => pair.provider === provider)
        .map(({ ours, theirs }) => `${ours.product} = ${theirs.code}`);
    expect(of('reloadly').sort()).toEqual(['airtel = 342', 'etisalat = 340', 'glo = 344', 'mtn = 341']);
    expect(of('monnify')).toHaveLength(4 + 10 * 2 + 17);
    expect(of('monnify')).toEqual(
      expect.arrayContaining([
        ...[
          'mtn = 10',
          'etisalat = 13',
          'eko-electric/postpaid = product-ekedc-post',
          'dstv/dstv79 = product-dstv-compact',
        ],
        ...[
          'gotv/gotv-lite-3months = product-gotv-lite-quarterly',
          'startimes/nova-daily = product-startimes-nova-daily',
        ],
      ]),
    );
    expect(confirmed.map(({ decidedBy }) => decidedBy)).toEqual(confirmed.map(() => null));
    expect(unmapped.filter(({ type }) => type !== 'DATA')).toEqual([]);
  });

  test('every data plan that another provider sells is proposed to it, with the difference of the costs', async () => {
    const { mappings } = await map();
    const of = (provider: string) => mappings.filter((pair) => pair.provider === provider);
    expect(of('monnify')).toHaveLength(6 + 6 + 6 + 6 + 5);
    expect(of('reloadly')).toHaveLength(6 + 6 + 6 + 6);
    expect(await proposal('monnify', 'mtn-data/mtn-10mb-100')).toMatchObject({
      status: 'proposed',
      theirs: { code: '201', amount: '98.50', name: 'MTN 100MB 24 Hours', cost: '98.50' },
      difference: '-1.50',
    });
    expect(await proposal('reloadly', 'airtel-data/airt-500')).toMatchObject({
      theirs: { code: '646', amount: '499.91', name: '750MB data, valid for 14 days', cost: '479.92' },
    });
    expect(await proposal('monnify', 'glo-sme-data/glo-sme-1gb')).toMatchObject({
      theirs: { name: 'Glo SME 1GB 30 Days' },
    });
    expect((await map('--provider', 'reloadly')).mappings).toEqual(of('reloadly'));
    const routed = await readMappings(world.db);
    expect(routed.filter(({ productType }) => productType === 'DATA')).toEqual([]);
  });

  test('without options it prints a text: proposals, and the products on each side without a mapping', async () => {
    const { code, stdout } = await ops('catalogue', 'map', '--provider', 'monnify');
    expect(code).toBe(0);
    const [pairs, ours, theirs] = stdout.split('\n\n');
    expect(pairs).toMatch(/^ID +STATUS +OURS +NAME +COST +PROVIDER +THEIRS +NAME +COST +DIFFERENCE\n/);
    expect(pairs).toMatch(
      /\n\d+ +proposed +mtn-data\/mtn-10mb-100 .* 100\.00 +monnify +201 at 98\.50 .* 98\.50 +-1\.50/,
    );
    expect(ours).toMatch(/^PROVIDER +OURS WITHOUT A MAPPING +NAME +COST\n(.*\n)*monnify +mtn-data\/mtn-10mb-100 /);
    expect(theirs).toMatch(/\n\d+ +monnify +207 at 3480\.00 +MTN 12GB Monthly \(30 Days\) +3480\.00/);
  });
});

describe('a person decides, and it is not done or not recorded', () => {
  test('proposals are confirmed, rejected and confirmed again, and each is recorded with who did it', async () => {
    const one = await proposal('monnify', 'mtn-data/mtn-10mb-100');
    const two = await proposal('reloadly', 'mtn-data/mtn-10mb-100');
    expect(await json('catalogue', 'map', '--confirm', String(one.id), String(two.id))).toMatchObject({
      changed: [{ id: one.id, ours: 'mtn-data/mtn-10mb-100', provider: 'monnify' }, { id: two.id }],
    });
    expect(await readMappings(world.db)).toContainEqual({
      provider: 'monnify',
      productType: 'DATA',
      serviceId: 'mtn-data',
      variationCode: 'mtn-10mb-100',
      product: { code: '201', amount: '98.50' },
      costKobo: 9_850n,
      leastKobo: null,
      mostKobo: null,
    });
    expect((await ops('catalogue', 'map', '--reject', String(two.id))).stdout).toBe(
      `${two.id}: mtn-data/mtn-10mb-100 = reloadly 345 at 100.00 (100MB data, valid for 1 day) is rejected.\n`,
    );
    await json('catalogue', 'sync');
    expect((await map('--all')).mappings.find(({ id }) => id === two.id)).toMatchObject({
      status: 'rejected',
      decidedBy: expect.stringMatching(/\w/),
    });
    expect((await ops('catalogue', 'map', '--confirm', String(one.id))).stdout).toMatch(/^Nothing was changed/);
    const recorded = await world.db.auditLog.findMany({
      where: { action: { startsWith: 'mapping.' } },
      orderBy: { id: 'asc' },
    });
    expect(recorded.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
      'mapping.confirm 2 mappings',
      'mapping.reject mtn-data/mtn-10mb-100',
    ]);
  });

  test('an operator maps a product of the provider to one of our products by hand', async () => {
    const id = await unused('100MB data, valid for 1 day');
    expect(await json('catalogue', 'map', '--product', String(id), '--to', 'mtn-data/mtn-10mb-100')).toMatchObject({
      changed: [{ ours: 'mtn-data/mtn-10mb-100', provider: 'reloadly' }],
    });
    expect(await readMappings(world.db)).toContainEqual(
      expect.objectContaining({ provider: 'reloadly', product: { code: '345', amount: '100.00' }, costKobo: 9_700n }),
    );
  });

  test('the rest is accepted at once', async () => {
    const { changed, left } = (await json('catalogue', 'map', '--accept-proposals')) as {
      changed: unknown[];
      left: number[];
    };
    expect(left).toEqual([]);
    expect(changed.length).toBeGreaterThan(45);
    expect((await map()).mappings).toEqual([]);
    expect((await ops('catalogue', 'map', '--accept-proposals')).stdout).toBe('There is no proposal to confirm.\n');
  });

  test('what cannot be decided is refused with what helps, and changes nothing', async () => {
    const before = await world.db.auditLog.count();
    const sme = await unused('MTN 12GB Monthly (30 Days)');
    const held = (await map('--all')).mappings.find(
      ({ provider, ours }) => provider === 'monnify' && ours.product === 'mtn-data/mtn-3gb-2500',
    );
    const byHand = (to: string, id = sme) => refusal('catalogue', 'map', '--product', String(id), '--to', to);
    expect(await refusal('catalogue', 'map', '--confirm', '999999')).toMatch(
      /^There is no mapping 999999\. `catalogue map`/,
    );
    expect(await refusal('catalogue', 'map', '--reject', '999999')).toMatch(/^There is no mapping 999999\./);
    expect(await byHand('mtn-data/mtn-3gb-2500')).toBe(
      `Mapping ${held?.id} already maps "mtn-data/mtn-3gb-2500" to another product of monnify. Reject that mapping first.`,
    );
    expect(await byHand('mtn')).toBe(
      'The product "MTN 12GB Monthly (30 Days)" is data, so it cannot be "mtn". Nothing was changed. Choose another product.',
    );
    expect(await byHand('glo-data/glo-100')).toMatch(/ is of mtn-data, so it cannot be "glo-data\/glo-100"\./);
    expect(await byHand('mtn-data/none')).toMatch(/^We do not sell the product "mtn-data\/none"\./);
    expect(await byHand('mtn', 999_999)).toMatch(/^There is no provider product 999999\./);
    expect(await world.db.auditLog.count()).toBe(before);
  });

  test.each([
    ['--confirm', '1', '--accept-proposals'],
    ['--product', '1'],
    ['--to', 'mtn'],
    ['--confirm', 'x'],
  ])('%s %s %s is wrong usage', async (...options) => {
    const given = options.filter((option) => option !== undefined);
    expect((await ops('catalogue', 'map', ...given)).code).toBe(2);
  });
});

describe('what was not read yet, or not by a worker, looks mapped', () => {
  const fresh = useOpsWorld({
    settings: () => ({ PROVIDERS: 'vtpass,monnify', ...providersAt(sandbox.url) }),
  });
  const held = (products: number, provider: string) =>
    `${products} products of ${provider} are not compared yet: a worker must read them first, mostly within a minute. Then run \`catalogue map\`. If they stay, see that a worker runs with ${provider} in PROVIDERS.`;
  const HELD = [held(72, 'monnify'), held(17, 'vtpass')].join('\n');

  test('before any sync it says so, and so it does until a worker has read what `ops` read', async () => {
    const unread = 'No sync has read the products of monnify. Run `catalogue sync`.\n';
    expect((await fresh.ops('catalogue', 'map')).stdout).toBe(unread);
    expect((await fresh.ops('catalogue', 'map', '--provider', 'vtpass')).stdout).toMatch(/^There is nothing to map:/);

    const role = await grantedRole(fresh.url, 'ops');
    const asRole = (...args: string[]) => runOps({ ...fresh.environment, DATABASE_URL: role.url }, args);
    expect((await asRole('catalogue', 'sync')).stdout).toContain(HELD);
    expect((await asRole('catalogue', 'map')).stdout).toBe(`${HELD}\n`);
    expect(JSON.parse((await asRole('catalogue', 'map', '--json')).stdout)).toMatchObject({
      held: [
        { provider: 'monnify', products: 72 },
        { provider: 'vtpass', products: 17 },
      ],
      unread: [],
    });
    await role.drop();

    // the owner of the tables may list products, as a worker may
    expect((await fresh.ops('catalogue', 'sync')).stdout).toContain('41 made, 29 proposed');
    expect((await fresh.ops('catalogue', 'map')).stdout).not.toContain('not compared yet');
  });
});

describe('one provider that is away stops the sync of the others', () => {
  test('it is named, the command fails, and the others are synced', async () => {
    const { code, stdout, lines } = await runOps({ ...world.environment, MONNIFY_BASE_URL: 'http://127.0.0.1:9' }, [
      'catalogue',
      'sync',
      '--json',
    ]);
    expect(code).toBe(1);
    expect(lines.at(-1)).toMatch(/^monnify did not list its products \(.+\)\. Try again later\.$/);
    const { services, products } = JSON.parse(stdout);
    expect(services.map(({ result }: { result: string }) => result)).toEqual(services.map(() => 'synced'));
    expect(products).toMatchObject([
      { provider: 'vtpass', kind: 'synced' },
      { provider: 'monnify', kind: 'unavailable' },
      { provider: 'reloadly', kind: 'synced', added: 0, changed: 0, gone: 0 },
    ]);
    expect((await readMappings(world.db)).some(({ provider }) => provider === 'monnify')).toBe(true);
  });
});
