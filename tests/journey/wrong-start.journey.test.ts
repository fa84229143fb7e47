import { newMasterKey, startWorld, type World } from '@topup/testkit';

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
