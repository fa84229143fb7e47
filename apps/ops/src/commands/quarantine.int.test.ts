import { openDatabase } from '@topup/core/shared';
import { fundedAccount, grantedRole } from '@topup/testkit';
import { itemFor, purchasesIn } from '../../../../packages/core/src/testing/purchases';
import { useOpsWorld } from '../testing/ops-world';
import { runOps } from '../testing/run-ops';

const world = useOpsWorld({ eachTest: true });

describe('a quarantine stops the purchases of a service that sells', () => {
  const NOTE = ['quarantine', '--note', 'restored', '--json'];

  test('it refuses while an api is connected, as another role, and says what to stop', async () => {
    const [service, ops] = [await grantedRole(world.url, 'service'), await grantedRole(world.url, 'ops')];
    const api = openDatabase({ url: service.url, max: 1, name: 'topup-api-money', onError: () => undefined });
    try {
      await api.$queryRaw`SELECT 1`;
      const refused = await runOps({ DATABASE_URL: ops.url }, NOTE);
      expect(refused).toMatchObject({
        code: 1,
        stdout: '',
        lines: [expect.stringContaining('topup-api-money (1). Stop every api, worker and dashboard first')],
      });
    } finally {
      await api.$disconnect();
    }
    expect(await runOps({ DATABASE_URL: ops.url }, NOTE)).toMatchObject({ code: 0 });
    await service.drop();
    await ops.drop();
  });

  test('Redis cannot be reached: a script must not go on to start the services', async () => {
    for (const words of [NOTE, [...NOTE, '--nothing-lost']])
      expect(await runOps({ DATABASE_URL: world.url, REDIS_URL: 'redis://127.0.0.1:1' }, words)).toMatchObject({
        code: 1,
        lines: expect.arrayContaining([expect.stringContaining('Empty it before you start services')]),
      });
  });

  test('--dry-run lists what it would take, also on a service that sells, and changes nothing', async () => {
    const { accept, row } = purchasesIn(() => world.db);
    const item = itemFor(await fundedAccount(world.db, 10_000n), 'AIRTIME');
    await accept([item]);
    const api = openDatabase({ url: world.url, max: 1, name: 'topup-api', onError: () => undefined });
    try {
      await api.$queryRaw`SELECT 1`;
      const listed = (await world.json('quarantine', '--note', 'x', '--dry-run')) as { quarantined: object[] };
      expect(listed).toMatchObject({ quarantined: [{ status: 'initiated', providerRef: null }], knownAsSent: 0 });
    } finally {
      await api.$disconnect();
    }
    expect(await row(item.id)).toMatchObject({ sends: 0, quarantinedAt: null });
    expect(await world.db.auditLog.count({ where: { action: 'service.quarantine' } })).toBe(0);
    expect(await world.json('quarantine', '--note', 'x')).toMatchObject({ quarantined: [{ status: 'initiated' }] });
  });
});
