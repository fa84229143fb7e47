import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type SandboxProcess, sandboxKeys, startSandbox, startWorld, type World } from '@topup/testkit';
import { ROOT, read } from '../pages';
import { operatorsOf } from './support/ops';

// The shop of the page for those who move from VTpass, as a reader runs it.

const SHOP = 'examples/vtpass-migration/shop.mjs';
const PAGE = 'docs/integrate/migrate-from-vtpass.md';
const PRODUCTS = ['airtime', 'data', 'cable', 'electricity'];

type Sides = { vtpass: string; here: string };
type Fields = Record<string, unknown>;

let world: World;
/** Not that of the world, which no test purchase may reach. */
let vtpass: SandboxProcess;
beforeAll(async () => {
  [world, vtpass] = await Promise.all([startWorld({ mode: 'test' }), startSandbox()]);
  await operatorsOf(world)('catalogue', 'sync');
});
afterAll(async () => {
  await vtpass?.kill();
  await world?.stop();
});

/** Runs the shop to its end, and returns what it printed of each product. */
async function runShop(number: string[], topupUrl: string, vtpassUrl: string): Promise<Record<string, Sides>> {
  const { VTPASS_API_KEY, VTPASS_SECRET_KEY } = sandboxKeys();
  const keys = { VTPASS_API_KEY, VTPASS_SECRET_KEY, TOPUP_TEST_KEY: world.account.apiKey };
  const child = spawn(process.execPath, [path.join(ROOT, SHOP), ...number], {
    env: { ...keys, TOPUP_URL: topupUrl, VTPASS_URL: vtpassUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  await once(child, 'close');
  const lines = [...output.matchAll(/^(\w+): VTpass (.+); here (.+)$/gm)];
  return Object.fromEntries(lines.map(([, product, at, here]) => [product, { vtpass: at ?? '', here: here ?? '' }]));
}

const each = <Value>(value: Value) => Object.fromEntries(PRODUCTS.map((product) => [product, value]));
const asked = (outcomes: string) => [outcomes.split(', ')[0], outcomes.split(', ').at(-1)];

describe('a shop that moves from VTpass takes one outcome for another', () => {
  const run = (...number: string[]) => runShop(number, String(world.apis[0]?.url), `${vtpass.url}/api`);

  test('a sale is sold on both sides', async () => {
    expect(await run()).toEqual(each({ vtpass: 'sold', here: 'sold' }));
  });

  test.each(['08000100000', '08001500000'])('a failure is not sold on either side: %s', async (number) => {
    expect(await run(number)).toEqual(each({ vtpass: 'not sold', here: 'not sold' }));
  });

  test('an order that stays open is asked about by its reference, and stays open on both sides', async () => {
    const open = 'ask later, ask later, ask later, ask later';
    expect(await run('08000400000')).toEqual(each({ vtpass: open, here: open }));
  });

  test('an order whose answer was lost is sold on both sides, once it was asked about', async () => {
    const sides = Object.values(await run('08000800000'));
    expect(sides.map(({ vtpass: at }) => asked(at))).toEqual(PRODUCTS.map(() => ['ask later', 'sold']));
    expect(sides.map(({ here }) => asked(here)[1])).toEqual(PRODUCTS.map(() => 'sold'));
  });

  test('an address where nothing answers proves nothing', async () => {
    const { here } = (await runShop([], 'http://127.0.0.1:1', 'http://127.0.0.1:1')).airtime ?? { here: '' };
    expect(asked(here)).toEqual(['ask later', 'ask later']);
  });
});

/** The fields that a run of the shop sends, in pairs by product. Both sides refuse, so it sends each order once. */
async function sentFields(): Promise<{ at: Fields; here: Fields }[]> {
  const bodies: { url: string; fields: Fields }[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    bodies.push({ url: request.url ?? '', fields: JSON.parse(text) });
    response.writeHead(424, { 'X-Error-Code': 'provider_rejected' }).end('{"code":"016"}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    expect(await runShop([], url, `${url}/vtpass`)).toEqual(each({ vtpass: 'not sold', here: 'not sold' }));
  } finally {
    server.close();
  }
  const number = ({ billersCode, phone }: Fields) => billersCode ?? phone;
  const paid = bodies.filter(({ url: at }) => at === '/vtpass/pay').map(({ fields }) => fields);
  return ['airtime', 'data', 'cabletv', 'electricity'].map((product) => {
    const here = bodies.find(({ url: at }) => at === `/v1/${product}/purchase`)?.fields ?? {};
    const item = here.plan_id ?? here.package_code ?? here.meter_type;
    const at = paid.find((fields) => fields.variation_code === item) ?? {};
    expect(number(at)).toBe(here.smartcard_number ?? here.meter_number ?? here.phone);
    return { at, here };
  });
}

describe('the page names another field than the shop sends', () => {
  test('the page links the shop', () => {
    expect(read(PAGE)).toContain(`](../../${SHOP})`);
  });

  test('each field of VTpass has the field of its value here beside it in the list', async () => {
    const [, list = ''] = /## Fields of a purchase\n([^#]+)/.exec(read(PAGE)) ?? [];
    const rows = list.split('\n- ').map((row) => row.split(/:(.*)/s));
    const rowOf = (name: string) => rows.find(([names]) => names?.includes(`\`${name}\``))?.[1] ?? '';
    const pairs = (await sentFields()).flatMap(({ at, here }) =>
      Object.entries(at).map(([name, value]) => ({
        name,
        row: rowOf(name),
        same: Object.keys(here).filter((key) => here[key] === value || key === name),
        isData: 'plan_id' in here,
      })),
    );
    const wrong = pairs.filter(({ name, row, same, isData }) => {
      if (name === 'request_id') return !row.includes('`request_ref`');
      if (isData && name === 'serviceID') return !row.includes('Data has none');
      return !same.some((key) => (key === name ? /the same/ : new RegExp(`\`${key}\``)).test(row));
    });
    expect({ pairs: pairs.length, wrong }).toEqual({ pairs: 4 + 5 + 7 + 6, wrong: [] });
  });
});
