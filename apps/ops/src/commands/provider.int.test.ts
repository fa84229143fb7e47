import { reportBreakers } from '@topup/core/provider';
import { TIME, useOpsWorld } from '../testing/ops-world';

const world = useOpsWorld();
const { ops, json, refusal } = world;

describe('an operator without the console cannot stop what goes wrong', () => {
  test('a service is closed and opened again, with the settings of the database alone, and both are recorded', async () => {
    const order = { provider: 'vtpass', service: 'mtn' };
    expect(await json('provider', 'close', '--service', 'mtn', '--reason', 'ticket 17')).toEqual({
      ...{ ...order, closed: true, reason: 'ticket 17' },
    });
    expect(await json('provider', 'status')).toEqual([
      {
        ...{ breaker: 'mtn', reason: 'operator', state: 'open', accounts: null, processes: null },
        ...{ since: TIME, detail: 'ops: ticket 17' },
      },
    ]);
    expect(await refusal('provider', 'close', '--service', 'mtn', '--reason', 'x')).toBe(
      'Service "mtn" is closed by hand already. `provider status` shows since when, and why.',
    );
    expect(await json('provider', 'open', '--service', 'mtn')).toEqual({ ...order, closed: false });
    expect(await world.db.auditLog.findMany({ orderBy: { id: 'asc' } })).toMatchObject([
      { userEmail: 'ops', action: 'provider.close', subject: 'vtpass mtn', note: 'ticket 17' },
      { userEmail: 'ops', action: 'provider.open', subject: 'vtpass mtn', details: { reason: 'ticket 17' } },
    ]);
  });

  test('the whole provider is closed without --service; what is not closed by hand cannot be opened', async () => {
    expect((await ops('provider', 'close', '--reason', 'ticket 18')).stdout).toBe(
      'The provider is closed. `provider open` opens it again.\n',
    );
    expect((await ops('provider', 'open')).stdout).toBe('The provider is open again.\n');
    expect(await refusal('provider', 'open')).toBe(
      'The provider is not closed by hand. A breaker that opened by itself closes by itself.',
    );
    expect(await refusal('provider', 'open', '--service', 'mtnn')).toBe('The provider sells no service "mtnn".');
    expect((await ops('provider', 'close')).code).toBe(2);
    expect((await ops('provider', 'status')).stdout).toBe('Nothing is closed.\n');
  });

  test('status shows the breakers of running processes, and what is left of the float', async () => {
    const since = new Date('2026-11-22T12:00:00Z');
    const base = { state: 'open' as const, accounts: null, leftKobo: null, detail: null, since };
    await reportBreakers(world.db, { process: 'worker@x:1', provider: 'vtpass' }, [
      { ...base, breaker: 'mtn', reason: 'silent', accounts: 3 },
      { ...base, breaker: 'provider', reason: 'float', leftKobo: 60_000n },
    ]);
    expect((await ops('provider', 'status')).stdout.split('\n')).toEqual([
      'BREAKER   REASON  STATE  ACCOUNTS  PROCESSES   SINCE                     DETAIL',
      'mtn       silent  open   3         worker@x:1  2026-11-22T12:00:00.000Z  -',
      'provider  float   open   all       worker@x:1  2026-11-22T12:00:00.000Z  only orders up to NGN 600.00',
      '',
    ]);
  });
});
