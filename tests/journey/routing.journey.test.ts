import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually, startWorld, type World } from '@topup/testkit';
import { type Ops, operatorsOf } from './support/ops';

type Shown = { attempts: { provider: string; decision: { version: number | null; passed: object[] } | null }[] };

describe('an operator cannot say where orders go', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'topup-routing-'));
  let world: World;
  let ops: Ops;

  beforeAll(async () => {
    const settings = { PROVIDER_BREAKER_RESET_MS: '2000' };
    world = await startWorld({ asGrantedRole: true, providers: ['vtpass', 'monnify', 'reloadly'], settings });
    ops = operatorsOf(world);
    await ops('catalogue', 'sync');
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await world?.stop();
  });

  async function setRules(...lines: string[]): Promise<void> {
    const file = path.join(folder, 'rules');
    writeFileSync(file, lines.join('\n'));
    await ops('route', 'set', '--file', file, '--note', 'a test', '--activate');
  }

  /** Buys airtime until this provider is the one that sells it. @returns that purchase, as operators see it */
  async function untilSoldBy(provider: string, amount = 100): Promise<Shown> {
    return eventually(
      async () => {
        const ref = randomUUID();
        expect(await world.client.buyAirtime({ ref, amount })).toMatchObject({ status: 200 });
        return ops<Shown>('purchase', 'show', ref);
      },
      ({ attempts }) => attempts.length === 1 && attempts[0]?.provider === provider,
    );
  }

  test('rules move orders within seconds, by amount too, and activating an earlier version moves them back', async () => {
    await untilSoldBy('vtpass');
    await setRules('AIRTIME mtn: monnify -500, reloadly, vtpass');
    const sold = await untilSoldBy('monnify');
    expect(sold.attempts[0]?.decision).toMatchObject({ version: 1, passed: [] });
    expect(await ops('route', 'simulate', '--product', 'AIRTIME', '--network', 'mtn', '--amount', '501')).toMatchObject(
      { version: 1, chosen: 'reloadly', passed: [{ provider: 'monnify', why: 'amount_range' }] },
    );
    const above = await untilSoldBy('reloadly', 501);
    expect(above.attempts[0]?.decision?.passed).toEqual([{ provider: 'monnify', why: 'amount_range' }]);
    await ops('route', 'activate', 'none');
    await untilSoldBy('vtpass');
  });

  test('the switch of an operator beats a rule', async () => {
    await setRules('AIRTIME: monnify, vtpass');
    await untilSoldBy('monnify');
    await ops('provider', 'close', '--provider', 'monnify', '--reason', 'a test');
    const sold = await untilSoldBy('vtpass');
    expect(sold.attempts[0]?.decision).toMatchObject({ passed: [{ provider: 'monnify', why: 'switched_off' }] });
    await ops('provider', 'open', '--provider', 'monnify');
    await untilSoldBy('monnify');
    expect(await ops('books', 'verify')).toMatchObject({ sound: true });
  });

  test('first orders avoid a provider whose outcomes the workers do not know, and so says a simulation', async () => {
    await ops('route', 'activate', 'none');
    await untilSoldBy('vtpass');
    // two accounts are enough to fill the bucket, which leaks every 5 s: the third one makes up for that
    const others = [await world.addAccount(10_000), await world.addAccount(10_000)];
    const buyers = [world.client, ...others.map((account) => world.clientFor(account))];
    const pending = buyers.flatMap((buyer, a) =>
      [0, 1, 2, 3, 4].map((n) => buyer.buyAirtime({ ref: randomUUID(), phone: `080004000${10 + 5 * a + n}` })),
    );
    for (const answer of await Promise.all(pending)) expect(answer.status).toBe(202);
    const avoided = { passed: [{ provider: 'vtpass', why: 'unknown_outcomes' }] };
    await eventually(
      () => ops<object>('route', 'simulate', '--product', 'AIRTIME', '--network', 'mtn', '--amount', '100'),
      (simulation) => 'chosen' in simulation && simulation.chosen === 'monnify',
    );
    const sold = await untilSoldBy('monnify');
    expect(sold.attempts[0]?.decision).toMatchObject(avoided);
  });
});
