import { createKey } from '@topup/core/api-key';
import { startOpsServer } from '@topup/runtime';
import { newMasterKey } from '@topup/testkit';
import { useOpsWorld } from '../testing/ops-world';
import { runOps } from '../testing/run-ops';

const key = newMasterKey();
const world = useOpsWorld({ settings: () => ({ KEY_ENCRYPTION_SECRET: key.text }) });

describe('an operator who is woken does not see what is wrong', () => {
  const processAt = (checks: Record<string, () => Promise<unknown>>) =>
    startOpsServer({
      port: 0,
      host: '127.0.0.1',
      checks,
      metrics: { contentType: 'text/plain', gauges: () => undefined, text: async () => '' },
    });

  test('it shows processes, database, clock, Redis and master key, and exits 1 with what is wrong', async () => {
    await createKey({ db: world.db, masterKey: key.masterKey }, await world.openAccount('acme'), 'k');
    const well = await processAt({ database: async () => undefined });
    const ill = await processAt({ database: () => Promise.reject(new TypeError('secret')) });
    const [first, second] = [`127.0.0.1:${well.port}`, `127.0.0.1:${ill.port}`];
    try {
      expect(await world.json('status', '--at', first)).toEqual({
        well: true,
        wrong: [],
        [first]: expect.stringMatching(/^ready, version \d/),
        database: expect.stringContaining('answers'),
        connections: expect.any(String),
        clock: expect.any(String),
        'master key': expect.stringMatching(/^[0-9a-f]{16}; .*: [0-9a-f]{16} 1$/),
        redis: 'REDIS_URL is not set here',
      });
      const { code, stdout, lines } = await world.ops('status', '--at', `${first},${second}, 127.0.0.1:1`);
      expect({ code, lines }).toEqual({ code: 1, lines: [`Look at: ${second}, 127.0.0.1:1.`] });
      expect(stdout).toMatch(new RegExp(`^${second} ! +not ready, version .*, database: TypeError$`, 'm'));
    } finally {
      await Promise.all([well.close(), ill.close()]);
    }
  });

  test('without a database it still shows the processes', async () => {
    const { code, stdout } = await runOps({ DATABASE_URL: 'postgresql://x@127.0.0.1:1/x' }, [
      'status',
      '--at',
      '127.0.0.1:1',
    ]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^127.0.0.1:1 ! +does not answer\ndatabase ! +DATABASE_URL leads to no PostgreSQL: /m);
  });
});
