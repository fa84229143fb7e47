import './fourth'; // before everything that derives from the declarations
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { providerLabel } from '@topup/providers';
import { loadSettings } from '@topup/runtime/settings';
import { floatAlertOf, floatAlerts, provider } from '@topup/settings';
import { eventually, startWorld, type World } from '@topup/testkit';
import { completeSettings, readLocalSettings } from '../../../apps/local/src/settings';
import { type Ops, operators } from '../../journey/support/ops';

const ROOT = path.resolve(__dirname, '../../..');
const REGISTER = path.join(__dirname, 'register.cjs');
const nowhere = { DATA_DIR: '/nonexistent' };

describe('a provider that is declared is missing where nobody has named it', () => {
  test('its settings: written down, needed while it is in use, and never the published key', () => {
    expect(provider.PROVIDERS.text).toContain(', fourth. ');
    expect(provider).toMatchObject({
      FOURTH_KEY: { confidential: true, text: expect.stringMatching(/names fourth\.$/) },
    });
    const load = (given: object) => () =>
      loadSettings(provider, { ...nowhere, NODE_ENV: 'production', PROVIDERS: 'fourth', ...given });
    expect(load({})).toThrow(/FOURTH_URL is required\n.*FOURTH_KEY is required/);
    expect(load({ FOURTH_URL: 'https://x.example.org', FOURTH_KEY: 'sandbox-fourth' })).toThrow(
      'FOURTH_KEY is an example',
    );
    expect(load({ FOURTH_URL: 'https://x.example.org', FOURTH_KEY: 'own' })()).toMatchObject({ PROVIDERS: ['fourth'] });
    const alerts = loadSettings(floatAlerts, { ...nowhere, PROVIDER_FLOAT_ALERT_NAIRA: '100000,fourth:5' });
    expect(floatAlertOf(alerts, 'fourth')).toBe(500n);
  });

  test('`npm start` has the sandbox play it', async () => {
    const local = await readLocalSettings({ ...nowhere, SANDBOX_PORT: '4003' });
    expect(local.played).toContain('fourth');
    const address = { FOURTH_URL: 'http://127.0.0.1:4003/fourth', FOURTH_KEY: 'sandbox-fourth' };
    expect(completeSettings(local, 'postgresql://x/y')).toMatchObject(address);
  });

  test('its name, as people read it', () => {
    expect([providerLabel('fourth'), providerLabel('fifth')]).toEqual(['Fourth Mobile', 'fifth']);
  });

  test('what `npm run generate` would write', () => {
    const { stdout } = spawnSync(process.execPath, ['--require', REGISTER, 'scripts/generate.mjs', '--check'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    const files = stdout.split('\n').flatMap((line) => (/ differs from the code/.test(line) ? line.split(' ')[0] : []));
    expect(files.sort()).toEqual([
      '.env.example',
      'deploy/kubernetes/production/providers/fourth.yaml',
      'docker-compose.yml',
      'docs/explain/providers.md',
      'docs/operate/settings.md',
    ]);
  }, 120_000);
});

describe('a provider that is declared sells nothing', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'topup-fourth-'));
  const sold: string[] = [];
  let server: Server;
  let world: World;
  let ops: Ops;
  beforeAll(async () => {
    server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk) => {
        text += chunk;
      });
      request.on('end', () => {
        const { ref } = JSON.parse(text);
        const isOurs = request.headers['x-key'] === 'own';
        if (isOurs && request.url === '/sell') sold.push(ref);
        response.end(String(isOurs && sold.includes(ref)));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const settings = {
      PROVIDERS: 'vtpass,fourth',
      FOURTH_URL: `http://127.0.0.1:${port}`,
      FOURTH_KEY: 'own',
      NODE_OPTIONS: `--require ${REGISTER}`,
      PURCHASE_WAIT_MS: '15000', // another provider is asked only while the client waits
    };
    world = await startWorld({ settings });
    ops = operators({ ...settings, DATABASE_URL: world.databaseUrl, KEY_ENCRYPTION_SECRET: world.keySecret });
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    server?.closeAllConnections();
    server?.close();
    await world?.stop();
  });

  const soldBy = async (ref: string) => {
    const row = await eventually(
      () => world.purchase(ref),
      (purchase) => purchase?.status === 'success',
    );
    return row?.provider;
  };

  test('it is listed, and the rules that name it send an order there, once', async () => {
    expect(await ops('provider', 'list')).toMatchObject([
      { provider: 'vtpass' },
      { provider: 'fourth', sells: ['AIRTIME'] },
    ]);
    const rules = path.join(folder, 'rules');
    writeFileSync(rules, 'AIRTIME mtn: fourth, vtpass');
    await ops('route', 'set', '--file', rules, '--note', 'it is new', '--activate');
    const ref = await eventually(
      async () => {
        const bought = randomUUID();
        await world.client.buyAirtime({ ref: bought });
        return { bought, by: await soldBy(bought) };
      },
      // until every process has read the rules
      ({ by }) => by === 'fourth',
    );
    const row = await world.purchase(ref?.bought ?? '');
    expect(sold.filter((each) => each === row?.provider_ref)).toHaveLength(1);
    expect((await world.ledger()).posts.map(({ request_id }) => request_id)).not.toContain(row?.provider_ref);
  });

  test('what it cannot be sent goes to the next one', async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    const ref = randomUUID();
    expect(await world.client.buyAirtime({ ref })).toMatchObject({ status: 200 });
    expect(await soldBy(ref)).toBe('vtpass');
    await world.verifyBooks();
  });
});
