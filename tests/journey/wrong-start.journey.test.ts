import {
  grantedRole,
  newMasterKey,
  providersAt,
  startDashboard,
  startWorld,
  type WorkerProcess,
  type World,
} from '@topup/testkit';
import { operators } from './support/ops';

let world: World;
beforeAll(async () => {
  world = await startWorld({ workers: 0 });
});
afterAll(() => world.stop());

describe('a worker with another master key signs nothing', () => {
  test('it ends at once and names the fingerprints; with the right one as the previous it works', async () => {
    const KEY_ENCRYPTION_SECRET = newMasterKey().text;
    await expect(world.addWorker({ KEY_ENCRYPTION_SECRET })).rejects.toThrow(
      /worker ended with 1\b.*KEY_ENCRYPTION_SECRET \([0-9a-f]{16}\) opens 0 of \d+ .*most are under [0-9a-f]{16}/s,
    );
    await world.addWorker({ KEY_ENCRYPTION_SECRET, KEY_ENCRYPTION_SECRET_PREVIOUS: world.keySecret });
  });
});

describe('a token or a mail counts as sent, and nothing is', () => {
  const SMS = 'TERMII_* is not set: no token is sent by SMS';
  const MAIL = 'SMTP_URL is not set: no mail is sent';

  test('a worker without Termii and SMTP says so at its start, unless it serves no notifications', async () => {
    expect(warned(await world.addWorker())).toEqual(expect.arrayContaining([SMS, MAIL]));
    const silent = warned(await world.addWorker({ WORKER_QUEUES: 'airtime' }));
    expect(silent).not.toEqual(expect.arrayContaining([expect.stringMatching(/TERMII|SMTP/)]));
    expect(silent).not.toContain('a database connection was lost'); // those that its own fence cuts
  });
});

describe('production runs with settings that nobody meant', () => {
  test('a worker warns of the role of the owner, of what is for development, and of a misspelt name', async () => {
    const worker = await world.addWorker({ WEBHOOK_ALLOW_PRIVATE: 'true', SWEEP_INTERVALMS: '500' });
    expect(warned(worker)).toEqual(
      expect.arrayContaining([
        'WEBHOOK_ALLOW_PRIVATE is true: clients can have requests sent to your own network',
        'DATABASE_URL has the role that owns the tables: use one that db:grant has made',
        'SWEEP_INTERVALMS is not a setting and is ignored: is SWEEP_INTERVAL_MS meant?',
      ]),
    );
  });
});

describe('a process with the database role of another kind looks ready, and can sell nothing', () => {
  test('api, worker, dashboard and `ops` name the role and the kind that they need', async () => {
    const [dashboard, ops] = [
      await grantedRole(world.databaseUrl, 'dashboard'),
      await grantedRole(world.databaseUrl, 'ops'),
    ];
    const needs = (kind: string) => new RegExp(`DATABASE_URL has the role topup_role_\\w+, which .*--for ${kind}`);
    const pages = {
      KEY_ENCRYPTION_SECRET: world.keySecret,
      DASHBOARD_SECRET: newMasterKey().text,
      ...providersAt(world.sandbox.url),
    };
    try {
      await expect(world.addApi({ DATABASE_URL: ops.url })).rejects.toThrow(needs('service'));
      await expect(world.addWorker({ DATABASE_URL: dashboard.url })).rejects.toThrow(needs('service'));
      await expect(startDashboard({ ...pages, DATABASE_URL: ops.url })).rejects.toThrow(needs('dashboard'));
      await expect(operators({ DATABASE_URL: dashboard.url })('account', 'list')).rejects.toThrow(needs('ops'));
    } finally {
      await dashboard.drop();
      await ops.drop();
    }
  });
});

describe('a wrong address or password is raw Prisma, or only a warning', () => {
  const worker = (settings: Record<string, string>) => expect(world.addWorker(settings)).rejects;
  const database = (change: (url: URL) => void): Record<string, string> => {
    const url = new URL(world.databaseUrl);
    change(url);
    return { DATABASE_URL: url.href };
  };

  test('of PostgreSQL: the one line of the log says in a sentence what is wrong', async () => {
    const wrong = [
      database((url) => Object.assign(url, { password: 'wrong' })),
      database((url) => Object.assign(url, { pathname: '/nowhere' })),
    ];
    for (const settings of wrong)
      await worker(settings).toThrow(/worker ended with 1\b.*"reason":"PostgreSQL declines DATABASE_URL: [^"]/s);
    const away = database((url) => Object.assign(url, { port: '1' }));
    await worker(away).toThrow(/"reason":"DATABASE_URL leads to no PostgreSQL: .*:1. Check its host and port/);
  });
});

function warned(worker: WorkerProcess): unknown[] {
  return worker.logs().flatMap(({ level, message }) => (level === 'warn' ? [message] : []));
}
