import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { signedEvent, toTimestamp } from '@topup/core/webhook';
import { freePort } from '@topup/embedded';
import { describeIf, eventually, onThePath, SELF_SIGNED } from '@topup/testkit';
import { endpoints, purchases } from '../../packages/client/src/generated/endpoints';
import { errorCodes } from '../../packages/client/src/generated/errors';
import { ROOT } from '../pages';

const CLIENT = path.join(ROOT, 'clients/python');
/** Debian's Python has Debian's Flask and Django. */
const DEBIAN_PYTHON = '/usr/bin/python3';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'topup-python-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

type Ran = { status: number | null; stdout: string; stderr: string };

/** Runs Python to its end, without writing beside the sources. */
const python = (args: string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const ran: Ran = { status: null, stdout: '', stderr: '' };
    const folderOfPython = path.dirname(onThePath('python3') ?? '');
    const child = spawn('python3', ['-B', ...args], {
      cwd: CLIENT,
      env: { PATH: `${folderOfPython}:/usr/bin:/bin`, ...env },
    });
    child.stdout.on('data', (chunk) => (ran.stdout += chunk));
    child.stderr.on('data', (chunk) => (ran.stderr += chunk));
    child.once('error', reject);
    child.once('close', (status) => resolve({ ...ran, status }));
  });

const PARSE = `
import ast, pathlib
files = sorted(pathlib.Path('.').rglob('*.py'))
for file in files:
    source = file.read_text(encoding='utf-8')
    ast.parse(source, str(file), feature_version=(3, 9))
    compile(source, str(file), 'exec', dont_inherit=True)
print(*files)
`;

const CATALOGUE = `
import json
from topup import _catalogue as known
print(json.dumps([known.ENDPOINTS, sorted(known.PURCHASES), known.ERROR_CODES]))
`;

describeIf(onThePath('python3') !== undefined, 'the client in Python is broken', 'there is no python3', () => {
  test('its own tests pass', async () => {
    const { status, stderr } = await python([
      '-W',
      'error::ResourceWarning',
      '-m',
      'unittest',
      'discover',
      '-s',
      'tests',
    ]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringMatching(/Ran (4[5-9]|[5-9]\d) tests/) });
  });

  test('every file of it parses as Python 3.9 and compiles, without a warning', async () => {
    const { status, stdout, stderr } = await python(['-W', 'error', '-c', PARSE]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.split(' ')).toEqual(
      expect.arrayContaining(['topup/client.py', 'tests/driver.py', 'examples/sell.py']),
    );
  });

  test('it knows the endpoints, the purchases and the error codes of the service', async () => {
    const { stdout } = await python(['-c', CATALOGUE]);
    const [known, bought, codes] = JSON.parse(stdout);
    expect(Object.values(known)).toEqual(expect.arrayContaining(Object.values(endpoints)));
    expect(bought).toEqual([...purchases].sort());
    expect(codes).toEqual(
      Object.fromEntries(Object.entries(errorCodes).map(([code, { retryable }]) => [code, retryable])),
    );
  });

  test('over TLS it calls the service, and nobody whose certificate it does not trust', async () => {
    const body = JSON.stringify({ status: 'success', message: 'm', data: { balance: '1.00', currency: 'NGN' } });
    const server = createServer(SELF_SIGNED, (_request, response) => void response.end(body));
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
    try {
      const ask = `import sys; from topup import TopUp; print(TopUp(sys.argv[1], 'k').wallet_balance(max_retries=0))`;
      const url = `https://localhost:${(server.address() as AddressInfo).port}`;
      const trusted = path.join(folder, 'trusted.pem');
      writeFileSync(trusted, SELF_SIGNED.cert);
      expect(await python(['-c', ask, url], { SSL_CERT_FILE: trusted })).toMatchObject({
        stdout: "{'balance': '1.00', 'currency': 'NGN'}\n",
      });
      expect((await python(['-c', ask, url])).stderr).toMatch(/cannot be reached .*CERTIFICATE_VERIFY_FAILED/);
    } finally {
      await new Promise((done) => server.close(done));
    }
  });
});

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** An event of now, as the service sends it. */
function signed(event: string, webhookId: string): { headers: Record<string, string>; body: string } {
  const facts = {
    event,
    requestRef: 'order-1',
    status: 'success',
    amountKobo: 10_000n,
    productType: 'AIRTIME',
    details: 'Airtime purchase successful.',
    webhookId,
    purchaseId: '0195f2c4-9c1e-7b7e-8f39-7f2f1a4f6d3c',
    mode: 'live',
  } as const;
  return signedEvent(facts, 'tup_live_key', [SECRET], toTimestamp(BigInt(Date.now()) * 1_000_000n));
}

type Framework = { name: string; module: string; command(port: number): string[] };

const FRAMEWORKS: Framework[] = [
  {
    name: 'Flask',
    module: 'flask',
    command: (port) => ['-m', 'flask', '--app', 'receive_flask', 'run', '--port', String(port)],
  },
  {
    name: 'Django',
    module: 'django',
    command: (port) => ['receive_django.py', 'runserver', '--noreload', `127.0.0.1:${port}`],
  },
];

/** Starts a receiver, and stops it after `use`. */
async function receiving({ command }: Framework, inbox: string, use: (url: string) => Promise<void>): Promise<void> {
  const port = await freePort();
  const child = spawn(DEBIAN_PYTHON, ['-B', ...command(port)], {
    cwd: path.join(CLIENT, 'examples'),
    env: {
      PATH: '/usr/bin:/bin',
      PYTHONPATH: CLIENT,
      TOPUP_WEBHOOK_SECRET: SECRET,
      SHOP_INBOX: inbox,
      DJANGO_SECRET_KEY: 'only-for-this-test',
    },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk));
  const closed = new Promise((resolve) => child.once('close', resolve));
  try {
    const url = `http://127.0.0.1:${port}/topup-events`;
    const isUp = async () => child.exitCode !== null || (await fetch(url)).status > 0;
    await eventually(isUp, (up) => up);
    if (child.exitCode !== null) throw new Error(printed);
    await use(url);
  } finally {
    child.kill();
    await closed;
  }
}

const LIST =
  'import json, sqlite3, sys; print(json.dumps(sqlite3.connect(sys.argv[1]).execute("SELECT * FROM event").fetchall()))';

for (const framework of FRAMEWORKS) {
  const { name, module } = framework;
  const isReady = spawnSync(DEBIAN_PYTHON, ['-c', `import ${module}`]).status === 0;
  const reason = `Debian's python3-${module} is not on this machine`;
  describeIf(isReady, `the receiver in ${name} loses an event, or believes a forged one`, reason, () => {
    test('it keeps a signed event once and returns 200, and returns 401 for any other', async () => {
      const inbox = path.join(folder, `${module}.db`);
      await receiving(framework, inbox, async (url) => {
        const post = async ({ headers, body }: { headers: Record<string, string>; body: string }) =>
          (await fetch(url, { method: 'POST', headers, body })).status;
        const [sold, requery] = [signed('airtime.purchase.success', 'id-1'), signed('transaction.requery', 'id-2')];
        expect([await post(sold), await post(sold), await post(requery)]).toEqual([200, 200, 200]);
        expect(await post({ ...sold, body: sold.body.replace('100.00', '900.00') })).toBe(401);
        expect(await post({ ...sold, headers: { ...sold.headers, 'webhook-signature': '' } })).toBe(401);
        expect(await post({ headers: {}, body: '' })).toBe(401);
        const kept: [string, string][] = JSON.parse((await python(['-c', LIST, inbox])).stdout);
        expect(kept.map(([id, body]) => [id, JSON.parse(body)])).toEqual([['id-1', JSON.parse(sold.body)]]);
      });
    });
  });
}
