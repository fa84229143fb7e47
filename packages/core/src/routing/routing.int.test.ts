import { BY_TEST, eventually, fundedAccount, useDatabase } from '@topup/testkit';
import type { ProviderProfile } from '../provider/provider.port';
import { insertSwitch, reportBreakers } from '../provider/switch.store';
import { newId } from '../shared/ids';
import { activateRouting, writeRouting } from './change-routing';
import { NOTHING_KNOWN, type RoutingState } from './create-router';
import { listVersions, readRules } from './routing.store';
import { readRuleLines, toRuleLines } from './rules';
import { type SimulatedOrder, simulateRoute } from './simulate-route';
import { watchRouting } from './watch-routing';

const database = useDatabase({ eachTest: true });

const PROVIDERS: ProviderProfile[] = [
  { name: 'vtpass', ownWords: true, dataServices: [{ serviceId: 'mtn-data', network: 'MTN' }] },
  { name: 'monnify', ownWords: false, dataServices: [] },
];
const write = (lines: string[], activate = false) =>
  writeRouting(database.db, BY_TEST, PROVIDERS, {
    rules: readRuleLines(lines.join('\n')).rules,
    note: 'ticket 7',
    activate,
  });
const activate = (version: number | null) => activateRouting(database.db, BY_TEST, PROVIDERS, version);
const linesOf = async (version?: number) => toRuleLines((await readRules(database.db, version))?.rules ?? []);

describe('rules are lost, or used that nobody has activated', () => {
  test('a version is used once it is active, and an earlier one can be taken back; all is recorded', async () => {
    expect(await readRules(database.db)).toEqual({ version: null, rules: [] });
    const account = await fundedAccount(database.db, 1n);
    const first = ['AIRTIME mtn: monnify 100-5000, vtpass', `AIRTIME account ${account}: vtpass off, monnify`];
    expect(await write(first)).toEqual({ kind: 'written', number: 1 });
    expect(await linesOf()).toEqual([]);
    expect(await activate(1)).toEqual({ kind: 'activated', before: null });
    expect(await linesOf()).toEqual(first);
    expect(await write(['AIRTIME: monnify'], true)).toEqual({ kind: 'written', number: 2 });
    expect(await linesOf()).toEqual(['AIRTIME: monnify']);
    expect(await linesOf(1)).toEqual(first);
    expect(await activate(1)).toEqual({ kind: 'activated', before: 2 });
    expect(await activate(1)).toEqual({ kind: 'routing_active_already', version: 1 });
    expect(await activate(3)).toEqual({ kind: 'no_such_routing_version', version: 3 });
    expect(await activate(null)).toEqual({ kind: 'activated', before: 1 });
    expect(await readRules(database.db)).toEqual({ version: null, rules: [] });
    const { versions, activations } = await listVersions(database.db, 10);
    expect(versions.map(({ number, createdBy }) => [number, createdBy])).toEqual([
      [2, 'test'],
      [1, 'test'],
    ]);
    expect(activations.map(({ version }) => version)).toEqual([null, 1, 2, 1]);
    expect(await database.db.auditLog.findMany({ orderBy: { id: 'asc' } })).toMatchObject([
      { action: 'routing.write', subject: 'version 1', note: 'ticket 7', after: { rules: first.join('\n') } },
      { action: 'routing.activate', before: { version: 'none' }, after: { version: '1' } },
      { action: 'routing.write', subject: 'version 2', after: { active: 'true' } },
      { action: 'routing.activate', before: { version: '2' }, after: { version: '1' } },
      { action: 'routing.activate', before: { version: '1' }, after: { version: 'none' } },
    ]);
  });

  test('faulty rules are not written, and a version whose account is gone is not activated', async () => {
    const faults = {
      kind: 'routing_faulty',
      faults: ['AIRTIME: PROVIDERS does not list "reloadly", only vtpass, monnify.'],
    };
    expect(await write(['AIRTIME: reloadly'])).toEqual(faults);
    expect(await write([`AIRTIME account ${newId()}: vtpass`])).toMatchObject({ kind: 'routing_faulty' });
    expect(await database.db.routingVersion.count()).toBe(0);
    await write(['AIRTIME: monnify']);
    const only = PROVIDERS.slice(0, 1);
    expect(await activateRouting(database.db, BY_TEST, only, 1)).toMatchObject({ kind: 'routing_faulty' });
  });

  test('the database changes no version and no activation', async () => {
    await write(['AIRTIME: monnify'], true);
    const { db } = database;
    for (const change of [
      () => db.$executeRaw`UPDATE routing_rule SET enabled = false`,
      () => db.$executeRaw`DELETE FROM routing_rule`,
      () => db.$executeRaw`UPDATE routing_version SET note = 'another'`,
      () => db.$executeRaw`DELETE FROM routing_activation`,
    ])
      await expect(change()).rejects.toThrow(/is refused/);
  });

  test('two operators who write at once write two versions', async () => {
    const both = await Promise.all([write(['AIRTIME: monnify']), write(['AIRTIME: vtpass'])]);
    expect(both.map((each) => (each.kind === 'written' ? each.number : each)).sort()).toEqual([1, 2]);
  });

  test('a running process follows within its interval', async () => {
    let learnt: RoutingState = NOTHING_KNOWN;
    const router = {
      learn(state: RoutingState) {
        learnt = state;
      },
    };
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const watch = watchRouting(router, { db: database.db, log, everyMs: 20 });
    await watch.ready;
    expect(learnt.rules.version).toBeNull();
    await write(['AIRTIME: monnify'], true);
    await eventually(
      async () => learnt.rules.version,
      (version) => version === 1,
    );
    await watch.stop();
  });
});

describe('a simulation says something else than the running processes would do', () => {
  const order: SimulatedOrder = {
    productType: 'AIRTIME',
    serviceId: 'mtn',
    amountKobo: 100_00n,
    code: null,
    accountId: null,
  };
  const reads = () => ({ db: database.db, providers: PROVIDERS });
  const since = new Date('2026-11-24T12:00:00Z');
  const reported = { provider: 'vtpass', state: 'open' as const, accounts: null, leftKobo: null, detail: null, since };

  async function mapMonnify(): Promise<void> {
    await database.db.$executeRaw`
      WITH product AS (
        INSERT INTO provider_product (provider, product_type, service_id, code, name)
        VALUES ('monnify', 'AIRTIME', 'mtn', 'MTN-VTU', 'MTN VTU') RETURNING id)
      INSERT INTO product_mapping (provider_product_id, provider, product_type, service_id, status)
      SELECT id, 'monnify', 'AIRTIME', 'mtn', 'confirmed' FROM product`;
  }
  const simulated = async (version?: number) => {
    const outcome = await simulateRoute(reads(), order, version);
    if (outcome.kind !== 'simulated') throw new Error(outcome.kind);
    return outcome.simulation;
  };

  test('it goes by rules, mappings, what is closed by hand, and what processes report', async () => {
    expect(await simulated()).toMatchObject({ version: null, chosen: 'vtpass', passed: [] });
    await insertSwitch(database.db, { provider: 'vtpass', breaker: 'mtn', reason: 'x', closedBy: 'ada' });
    expect(await simulated()).toMatchObject({
      chosen: null,
      passed: [
        { provider: 'vtpass', why: 'switched_off' },
        { provider: 'monnify', why: 'unmapped' },
      ],
    });
    await mapMonnify();
    expect(await simulated()).toMatchObject({ chosen: 'monnify', passed: [{ why: 'switched_off' }] });
    await database.db.providerSwitch.deleteMany();
    await reportBreakers(database.db, 'worker@x:1', [
      { ...reported, breaker: 'provider', reason: 'float', leftKobo: 99_99n },
      { ...reported, breaker: 'mtn', reason: 'failing' },
    ]);
    expect(await simulated()).toMatchObject({ chosen: 'monnify', passed: [{ why: 'float' }] });
    await reportBreakers(database.db, 'worker@x:1', [{ ...reported, breaker: 'mtn', reason: 'failing' }]);
    expect(await simulated()).toMatchObject({ chosen: 'monnify', passed: [{ why: 'failing' }] });
    await write(['AIRTIME mtn: vtpass']);
    expect(await simulated(1)).toMatchObject({
      version: 1,
      chosen: 'vtpass',
      despite: 'failing',
      passed: [{ provider: 'monnify', why: 'not_in_rule' }],
    });
    expect(await simulateRoute(reads(), order, 2)).toEqual({ kind: 'no_such_routing_version', version: 2 });
    expect(await simulateRoute(reads(), { ...order, serviceId: 'dstv' })).toMatchObject({
      kind: 'no_service_of_product',
    });
  });
});
