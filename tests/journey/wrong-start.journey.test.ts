import { newMasterKey, startWorld, type WorkerProcess, type World } from '@topup/testkit';

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
  const warned = (worker: WorkerProcess) =>
    worker.logs().flatMap(({ level, message }) => (level === 'warn' && /_/.test(String(message)) ? [message] : []));

  test('a worker without Termii and SMTP says so at its start, unless it serves no notifications', async () => {
    expect(warned(await world.addWorker())).toEqual([
      'TERMII_* is not set: no token is sent by SMS',
      'SMTP_URL is not set: no mail is sent',
    ]);
    expect(warned(await world.addWorker({ WORKER_QUEUES: 'airtime' }))).toEqual([]);
  });
});
