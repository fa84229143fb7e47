import { reportBreakers, writeFloat } from '@topup/core/provider';
import { profilesOf } from '@topup/providers';
import { insertSold } from '@topup/testkit';
import { TIME, useOpsWorld } from '../testing/ops-world';

const settings: Record<string, string> = {};
const world = useOpsWorld({ settings: () => settings });
const { ops, json, refusal } = world;

describe('an operator without the console cannot stop what goes wrong', () => {
  test('a service is closed and opened again, with the settings of the database alone, and both are recorded', async () => {
    const order = { provider: 'vtpass', service: 'mtn' };
    expect(await json('provider', 'close', '--service', 'mtn', '--reason', 'ticket 17')).toEqual({
      ...order,
      closed: true,
      reason: 'ticket 17',
    });
    expect(await json('provider', 'status')).toEqual([
      {
        provider: 'vtpass',
        breaker: 'mtn',
        reason: 'operator',
        state: 'open',
        accounts: null,
        processes: null,
        since: TIME,
        detail: 'ops: ticket 17',
      },
    ]);
    expect(await refusal('provider', 'close', '--service', 'mtn', '--reason', 'x')).toBe(
      'Service "mtn" at vtpass is already closed by an operator. `provider status` shows since when, and why.',
    );
    expect((await ops('provider', 'status')).stdout).toMatch(/^vtpass +mtn +operator +stopped +all /m);
    expect(await refusal('provider', 'open')).toBe(
      'Provider vtpass is not closed by an operator, but its service "mtn" is. ' +
        'Run `provider open --provider vtpass --service mtn`.',
    );
    expect(await json('provider', 'open', '--service', 'mtn')).toEqual({ ...order, closed: false });
    expect(await world.db.auditLog.findMany({ orderBy: { id: 'asc' } })).toMatchObject([
      { userEmail: 'ops', action: 'provider.close', subject: 'vtpass mtn', note: 'ticket 17' },
      { userEmail: 'ops', action: 'provider.open', subject: 'vtpass mtn', details: { reason: 'ticket 17' } },
    ]);
  });

  test('the whole provider is closed without --service; what is not closed by hand cannot be opened', async () => {
    expect((await ops('provider', 'close', '--reason', 'ticket 18')).stdout).toBe(
      'Provider vtpass is closed. `provider open` opens it again.\n',
    );
    expect(await refusal('provider', 'open', '--service', 'mtn')).toBe(
      'Service "mtn" at vtpass is not closed by an operator, but the whole provider is. ' +
        'Run `provider open --provider vtpass`.',
    );
    expect((await ops('provider', 'open')).stdout).toBe('Provider vtpass is open again.\n');
    expect(await refusal('provider', 'open')).toBe(
      'Provider vtpass is not closed by an operator. A breaker that opened automatically also closes automatically. ' +
        '`provider status` lists what is closed.',
    );
    expect(await refusal('provider', 'open', '--service', 'mtnn')).toBe(
      'The provider vtpass sells no service "mtnn". Check its name.',
    );
    expect((await ops('provider', 'close')).code).toBe(2);
    expect((await ops('provider', 'status')).stdout).toBe('No operator has closed anything, and no breaker is open.\n');
  });

  test('status shows the breakers of running processes, and what is left of the float', async () => {
    const since = new Date('2026-11-22T12:00:00Z');
    const base = { provider: 'vtpass', state: 'open' as const, accounts: null, leftKobo: null, detail: null, since };
    await reportBreakers(world.db, 'worker@x:1', [
      { ...base, breaker: 'mtn', reason: 'silent', accounts: 3 },
      { ...base, breaker: 'provider', reason: 'float', leftKobo: 60_000n },
    ]);
    expect((await ops('provider', 'status')).stdout.split('\n')).toEqual([
      'PROVIDER  BREAKER   REASON  STATE    ACCOUNTS  PROCESSES   SINCE                     DETAIL',
      'vtpass    mtn       silent  stopped  3         worker@x:1  2026-11-22T12:00:00.000Z  -',
      'vtpass    provider  float   stopped  all       worker@x:1  2026-11-22T12:00:00.000Z  only orders up to NGN 600.00',
      '',
    ]);
  });
});

describe('with several providers, the wrong one is closed, or the float of one is taken for that of another', () => {
  beforeAll(async () => {
    settings.PROVIDERS = 'monnify,vtpass,reloadly';
    await reportBreakers(world.db, 'worker@x:1', []);
  });
  afterAll(() => {
    delete settings.PROVIDERS;
  });

  test('each is closed and opened by its name, and none without one', async () => {
    const needed = 'There are several providers. Name one of monnify, vtpass, reloadly.';
    expect(await refusal('provider', 'close', '--reason', 'x')).toBe(needed);
    expect(await refusal('provider', 'open')).toBe(needed);
    expect(await refusal('provider', 'close', '--provider', 'vtpas', '--reason', 'x')).toBe(
      'There is no provider "vtpas". It must be one of monnify, vtpass, reloadly.',
    );
    expect(await refusal('provider', 'close', '--provider', 'reloadly', '--service', 'dstv', '--reason', 'x')).toBe(
      'The provider reloadly sells no service "dstv". Check its name.',
    );
    const { stdout } = await ops(
      'provider',
      'close',
      '--provider',
      'reloadly',
      '--service',
      'mtn-data',
      '--reason',
      'x',
    );
    expect(stdout).toBe(
      'Service mtn-data at reloadly is closed. `provider open --provider reloadly --service mtn-data` opens it again.\n',
    );
    await json('provider', 'close', '--provider', 'monnify', '--reason', 'ticket 19');
    const byHand = { reason: 'operator', state: 'open', accounts: null, processes: null, since: TIME };
    const monnify = { ...byHand, provider: 'monnify', breaker: 'provider', detail: 'ops: ticket 19' };
    expect(await json('provider', 'status')).toEqual([
      { ...byHand, provider: 'reloadly', breaker: 'mtn-data', detail: 'ops: x' },
      monnify,
    ]);
    await json('provider', 'open', '--provider', 'reloadly', '--service', 'mtn-data');
    expect(await json('provider', 'status')).toEqual([monnify]);
  });

  test('the list has them in the order of preference, with what the workers last read and what burns it', async () => {
    const accountId = await world.openAccount('shop');
    const read = { balanceKobo: 100_000n, alertKobo: 5_000n };
    await writeFloat(world.db, { provider: 'vtpass', ...read });
    await writeFloat(world.db, { provider: 'monnify', ...read });
    await insertSold(world.db, [{ accountId, at: new Date(), costKobo: 90_000n }]);
    const shown = { mark: '50.00', float: '1000.00', readAt: TIME, closed: false };
    const sells = (name: string) => profilesOf({ PROVIDERS: [name] })[0]?.sells ?? [];
    const none = { burnPerHour: '0.00', hoursLeft: null };
    const breaker = { provider: 'vtpass', state: 'open' as const, leftKobo: null, detail: null, since: new Date() };
    await reportBreakers(world.db, 'worker@x:1', [
      { ...breaker, breaker: 'mtn', reason: 'silent', accounts: 1 },
      { ...breaker, breaker: 'glo', reason: 'failing', accounts: null },
    ]);
    const breakers = ['glo avoided', 'mtn stopped'];
    expect(await json('provider', 'list')).toEqual([
      { ...shown, ...none, provider: 'monnify', sells: sells('monnify'), closed: true, breakers: [] },
      { ...shown, provider: 'vtpass', sells: sells('vtpass'), breakers, burnPerHour: '300.00', hoursLeft: 3.3 },
      {
        ...none,
        breakers: [],
        provider: 'reloadly',
        sells: ['AIRTIME', 'DATA'],
        closed: false,
        float: null,
        mark: null,
        readAt: null,
      },
    ]);
    const [head, ...lines] = (await ops('provider', 'list')).stdout.split('\n');
    expect(head).toMatch(
      /^PROVIDER +SELLS +CLOSED BY AN OPERATOR +BREAKERS +FLOAT +MARK +BURN PER HOUR +HOURS LEFT +READ AT$/,
    );
    expect(lines[1]?.split(/ {2,}/).slice(0, 4)).toEqual([
      'vtpass',
      sells('vtpass').join(', '),
      'no',
      breakers.join(', '),
    ]);
    expect(lines[0]).toMatch(/ yes +none +1000/);
    expect(lines[1]).toMatch(/ mtn stopped +1000\.00 +50\.00 +300\.00 +3\.3 +20/);
  });
});
