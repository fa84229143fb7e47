import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { freePort } from '@topup/embedded';
import { eventually, startWorld, type World } from '@topup/testkit';
import { operatorsOf } from './support/ops';
import { examplesOf, type PackedClient, type Project, packClient } from './support/packed-client';

// Other people install the archive that npm packs, in a project that has nothing else.

const COMPILERS = ['node_modules/typescript/bin/tsc', 'packages/client/node_modules/typescript/bin/tsc'];

let world: World;
let packed: PackedClient;
let testKey: string;

beforeAll(async () => {
  [world, packed] = await Promise.all([startWorld(), packClient()]);
  const ops = operatorsOf(world);
  const created = ['--account', world.account.id, '--name', 'try', '--mode', 'test'];
  ({ key: testKey } = await ops<{ key: string }>('key', 'create', ...created));
});
afterAll(async () => {
  packed?.remove();
  await world?.stop();
});

const environment = (apiKey = world.account.apiKey) => ({
  TOPUP_URL: world.apis[0]?.url ?? '',
  TOPUP_API_KEY: apiKey,
  REFERENCE: randomUUID(),
});

/** Buys, waits, lists, asks for nothing, and prints what it saw. */
const PROGRAM = `
const topup = new TopUp({ baseUrl: process.env.TOPUP_URL, apiKey: process.env.TOPUP_API_KEY });
async function main() {
  const request_ref = process.env.REFERENCE;
  const order = { network: 'mtn', phone: '08031234567', amount: 100, request_ref };
  const { status, data } = await topup.buyAirtime(order).settled();
  const again = await topup.buyAirtime(order).catch((error) => error);
  const nobody = await topup.status('nobody').catch((error) => error);
  const poor = await topup.buyAirtime({ ...order, amount: 1, request_ref: request_ref + 'x' }).catch((error) => error);
  const [newest] = (await topup.transactions({ limit: 1 }).page()).items;
  const [entry] = (await topup.walletEntries({ kind: 'debit', limit: 1 }).page()).items;
  console.log(JSON.stringify({
    status, amount: data.amount, listed: newest.reference, taken: entry.amount,
    errors: [again instanceof DuplicateReferenceError, nobody instanceof NotFoundError, poor instanceof ValidationError],
    fields: poor.fields, plans: await topup.listDataPlans(), currency: (await topup.walletBalance()).currency,
  }));
}
main();
`;
const NAMES = '{ TopUp, DuplicateReferenceError, NotFoundError, ValidationError }';

const expectBought = (output: string, reference: string) =>
  expect(JSON.parse(output)).toEqual({
    status: 'successful',
    amount: '100.00',
    listed: reference,
    taken: '-100.00',
    errors: [true, true, true],
    fields: ['amount'],
    plans: [], // nothing has synchronised the catalogue
    currency: 'NGN',
  });

describe('a program cannot load what was published, or cannot buy with it', () => {
  test('the archive has the compiled files, their types, the licence and nothing of this repository', () => {
    const expected = /^(dist\/([a-z]+\/)?[a-z-]+\.(js|d\.ts)|index\.(mjs|d\.mts)|package\.json|README\.md|LICENSE)$/;
    expect(packed.files.filter((file) => !expected.test(file) || /test/.test(file))).toEqual([]);
    expect(packed.files).toEqual(expect.arrayContaining(['dist/index.js', 'dist/index.d.ts', 'LICENSE', 'README.md']));
  });

  test('a CommonJS project buys', async () => {
    const project = await packed.project();
    project.write('buy.js', `const ${NAMES} = require('@topup/client');${PROGRAM}`);
    const used = environment();
    expectBought(await project.node('buy.js', used), used.REFERENCE);
  });

  test('a project of ES modules buys, and its errors are those of CommonJS', async () => {
    const project = await packed.project({ type: 'module' });
    project.write('buy.js', `import ${NAMES} from '@topup/client';${PROGRAM}`);
    const used = environment();
    expectBought(await project.node('buy.js', used), used.REFERENCE);
    project.write(
      'same.js',
      `import { createRequire } from 'node:module';
       import * as esm from '@topup/client';
       const cjs = createRequire(import.meta.url)('@topup/client');
       console.log(Object.keys(cjs).length > 10 && Object.keys(cjs).every((name) => cjs[name] === esm[name]));`,
    );
    expect(await project.node('same.js')).toBe('true\n');
  });
});

/** Compiles only with the types of the API, and only where the expected errors are errors. */
const TYPED = `
import { OutcomeUnknownError, TopUp, type TopUpError, type Transaction, verifyWebhook } from '@topup/client';
declare const process: { env: Record<string, string | undefined> };
const topup = new TopUp({ baseUrl: process.env.TOPUP_URL ?? '', apiKey: process.env.TOPUP_API_KEY ?? '' });
const request_ref = process.env.REFERENCE ?? '';
const order = { disco: 'ikeja-electric', meter_number: '1111111111111', meter_type: 'prepaid', amount: 2000,
  phone: '08031234567', request_ref } as const;
export async function main(): Promise<void> {
  const sold = await topup.buyElectricity(order).settled();
  const token: string = sold.data.token;
  const paid: string = sold.data.charged ?? sold.data.amount;
  for (const { service, discount_percent } of await topup.prices()) console.log(service, discount_percent, paid);
  const first = await topup.status(request_ref);
  if (first.status === 'failed') { const code: string | null = first.error_code; console.log(code); }
  for await (const one of topup.transactions({ product: 'ELECTRICITY' })) { const same: Transaction = one; void same; break; }
  console.log(token.length);
}
export function decide(error: TopUpError): string {
  if (error instanceof OutcomeUnknownError) return error.reference;
  if (error.code === 'insufficient_balance' || error.code === 'a_code_of_tomorrow') return 'known, or not';
  return error.helpUrl ?? '';
}
// @ts-expect-error there is no such network
export const wrong = () => topup.buyAirtime({ network: 'vodafone', phone: '0', amount: 1, request_ref });
// @ts-expect-error an error that leads to the status cannot be sent again
export const again = (error: OutcomeUnknownError) => error.retry();
export const event: string | undefined = verifyWebhook('{}', {}, { apiKey: 'k' })?.event;
void main();
`;

describe('a TypeScript project does not compile with it', () => {
  const STRICT = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--target', 'es2022'];
  const WEB = ['--lib', 'es2023,dom,dom.iterable'];

  test.each<[string, object, string[]]>([
    ['CommonJS, nodenext', {}, ['--module', 'nodenext', '--moduleResolution', 'nodenext']],
    ['ES modules, nodenext', { type: 'module' }, ['--module', 'nodenext', '--moduleResolution', 'nodenext']],
    ['CommonJS, node16', {}, ['--module', 'node16', '--moduleResolution', 'node16']],
  ])('%s: it compiles with both compilers, runs, and gets a token', async (_, manifest, modules) => {
    const project = await packed.project(manifest);
    project.write('buy.ts', TYPED);
    for (const compiler of COMPILERS) await project.tsc(compiler, ['buy.ts', ...STRICT, ...WEB, ...modules]);
    expect(await project.node('buy.js', environment())).toBe('20\n');
  });

  test('a bundler resolves it', async () => {
    const project = await packed.project({ type: 'module' });
    project.write('buy.ts', TYPED);
    const modules = ['--module', 'esnext', '--moduleResolution', 'bundler', '--noEmit'];
    for (const compiler of COMPILERS) await project.tsc(compiler, ['buy.ts', ...STRICT, ...WEB, ...modules]);
  });

  test('the examples of its README compile', async () => {
    const project = await packed.project({ type: 'module' });
    for (const name of ['@types', 'undici-types']) project.link(name);
    const files = examplesOf('ts').map((code, n) => {
      project.write(`example-${n}.ts`, code);
      return `example-${n}.ts`;
    });
    expect(files.length).toBeGreaterThan(2);
    const options = ['--module', 'nodenext', '--noEmit', '--lib', 'es2023', '--types', 'node', '--skipLibCheck'];
    for (const compiler of COMPILERS) await project.tsc(compiler, [...files, ...STRICT, ...options]);
  });
});

describe('a newcomer follows the README and it does not work', () => {
  let project: Project;
  beforeAll(async () => {
    project = await packed.project({ type: 'module' });
    project.link('express');
  });

  test('the first purchase, with a test key', async () => {
    const [first = ''] = examplesOf('ts');
    project.write('first.mjs', first); // it has no types of its own
    expect(await project.node('first.mjs', environment(testKey))).toBe('Airtime purchase successful. 100.00\n');
  });

  const withSecret = async () => {
    const { secret } = await operatorsOf(world)<{ secret: string }>(
      'webhook-secret',
      'create',
      '--account',
      world.account.id,
    );
    return secret;
  };

  /** Buys, and returns the genuine event as the service has sent it. */
  async function genuineEvent() {
    await world.client.setWebhook(world.receiver.url);
    const ref = randomUUID();
    await world.client.buyAirtime({ ref });
    const event = await world.receiver.waitFor(({ body }) => body?.reference === ref);
    return { body: event.rawBody, headers: event.headers as Record<string, string> };
  }

  test('the receivers of the examples accept a genuine event, and decline a changed one', async () => {
    const [express = '', fetching = ''] = examplesOf('js');
    const secret = await withSecret();
    const { body, headers } = await genuineEvent();
    const used = { ...environment(), TOPUP_WEBHOOK_SECRET: secret, PORT: String(await freePort()) };
    const changed = body.replace(/"reference":"[^"]+"/, '"reference":"order-1"');

    project.write('server.mjs', express);
    const server = spawn(process.execPath, ['server.mjs'], {
      cwd: project.directory,
      env: { PATH: process.env.PATH, ...used },
    });
    try {
      const post = (sent: string) =>
        fetch(`http://127.0.0.1:${used.PORT}/topup-events`, { method: 'POST', headers: toSend(headers), body: sent });
      const accepted = await eventually(
        () => post(body).catch(() => null),
        (answer) => answer !== null,
      );
      expect([accepted?.status, (await post(changed)).status]).toEqual([200, 401]);
    } finally {
      server.kill();
    }

    project.write('handler.mjs', fetching);
    project.write(
      'call.mjs',
      `import { POST } from './handler.mjs';
       const { body, changed, headers } = JSON.parse(process.env.SENT);
       const post = (body) => POST(new Request('http://x', { method: 'POST', headers, body }));
       console.log((await post(body)).status, (await post(changed)).status);`,
    );
    const sent = JSON.stringify({ body: body, changed, headers: toSend(headers) });
    expect(await project.node('call.mjs', { ...used, SENT: sent })).toBe('200 401\n');
  });
});

/** Without those that belong to one connection. */
const toSend = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => /^(webhook-|content-type$|x-)/.test(name)));
