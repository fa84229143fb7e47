import { eventually } from '@topup/testkit';
import { ATTACKS } from './neighbours/attacks';
import { complaints, reportText } from './neighbours/figures';
import { startSiege } from './neighbours/siege';

const WARM_MS = 1_000;
const ATTACKED_MS = 30_000;
/** The least work of the attackers that proves their attack. */
const LEAST = 30;
const ATTACKERS_OF_EACH = 2;

describe('accounts that take all they can of what all share stop another one', () => {
  // fault A1, A2, A3, A4, A5, A6
  test('beside every attack at once an account is served like one that shares nothing with the attackers', async () => {
    const siege = await startSiege(ATTACKERS_OF_EACH * ATTACKS.length);
    const beside = await startSiege(0).catch((error) => siege.stop().then(() => Promise.reject(error)));
    try {
      const accounts = [siege.neighbour, beside.neighbour];
      await Promise.all(accounts.map((each) => each.round(WARM_MS)));
      for (const [n, { begin, size }] of ATTACKS.entries()) {
        const first = n * ATTACKERS_OF_EACH;
        const own = { ...siege, attackers: siege.attackers.slice(first, first + ATTACKERS_OF_EACH) };
        await begin(own);
        await eventually(
          () => size(own),
          (taken) => taken >= LEAST,
        );
      }
      const [neighbour = {}, bystander = {}] = await Promise.all(accounts.map((each) => each.round(ATTACKED_MS)));
      process.stderr.write(reportText({ neighbour, bystander }));
      expect(Object.keys(neighbour)).toHaveLength(9);
      expect(complaints(bystander, bystander)).toEqual([]);
      expect(complaints(bystander, neighbour)).toEqual([]);
    } finally {
      await siege.stop().finally(beside.stop);
    }
  }, 300_000);
});
