import { openDatabase } from '@topup/core/shared';
import { type ArchivedPostgres, type FaultProxy, startArchivedPostgres, startFaultProxy } from '@topup/testkit';
import { migrateQueues } from '../queues/connect-queue';
import { onPostgres } from '../queues/store-options';
import { connectionTo, postgresClient } from './connection-to';

let primary: ArchivedPostgres;
let standby: string;
/** A server that accepts connections and never answers. */
let silent: FaultProxy;

beforeAll(async () => {
  primary = await startArchivedPostgres();
  const backup = await primary.baseBackup();
  await primary.restorePoint('a_standby');
  await primary.archiveAll();
  standby = (await backup.standby('a_standby')).url;
  silent = await startFaultProxy({ target: { host: '127.0.0.1', port: 1 } });
  await silent.setMode('blackhole');
});
afterAll(async () => {
  await silent.stop();
  await primary.remove();
});

const NOBODY = '127.0.0.1:1';
const hostOf = (url: string) => new URL(url).host;
const several = (servers: string[], query = 'target_session_attrs=read-write&connect_timeout=1') =>
  `${primary.url.replace(/@[^/]+/, `@${servers.join(',')}`)}?${query}`;

async function whereIs(url: string): Promise<string> {
  const client = postgresClient(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
    return rows[0]?.standby ? 'standby' : 'primary';
  } finally {
    await client.end();
  }
}

describe('a DATABASE_URL with several servers leads to the wrong one', () => {
  test('the first server that can be written to is used, wherever it stands', async () => {
    const servers = [NOBODY, hostOf(standby), `127.0.0.1:${silent.port}`, hostOf(primary.url)];
    expect(await whereIs(several(servers))).toBe('primary');
    expect(await whereIs(several(servers, 'target_session_attrs=primary&connect_timeout=1'))).toBe('primary');
    expect(await whereIs(several([hostOf(primary.url), hostOf(standby)]))).toBe('primary');
  });

  test('without target_session_attrs the first that answers is used', async () => {
    expect(await whereIs(several([NOBODY, hostOf(standby), hostOf(primary.url)], ''))).toBe('standby');
  });

  test('when none will do, nothing was sent, and each is named with its reason', async () => {
    const client = postgresClient(several([NOBODY, hostOf(standby)]));
    await expect(client.connect()).rejects.toMatchObject({
      code: 'ECONNREFUSED',
      message: expect.stringMatching(/127\.0\.0\.1:1 .*; 127\.0\.0\.1:\d+ is a standby/),
    });
  });

  test('a server that declines the login ends the search', async () => {
    const wrong = several([hostOf(primary.url), hostOf(primary.url)]).replace(/:[^:@/]+@/, ':wrong@');
    await expect(postgresClient(wrong).connect()).rejects.toMatchObject({ code: '28P01' });
  });

  test('the pools of the services and the commands that migrate take it', async () => {
    const url = several([hostOf(standby), hostOf(primary.url)]);
    const db = openDatabase({ ...connectionTo(url), max: 2, name: 'topup-test', onError: () => undefined });
    try {
      expect(await db.$queryRaw`SELECT pg_is_in_recovery() AS standby`).toEqual([{ standby: false }]);
      expect(await db.account.count()).toBe(0);
    } finally {
      await db.$disconnect();
    }
    expect(await migrateQueues(url)).toBeGreaterThan(0);
  });

  test('queues on PostgreSQL decline it, because BullMQ would listen at the first server only', () => {
    expect(() => onPostgres({ redisUrl: undefined, databaseUrl: several([NOBODY, NOBODY]) }, 1)).toThrow('REDIS_URL');
  });
});
