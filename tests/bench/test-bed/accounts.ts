import { GREATEST_LIMIT, NO_OWN_LIMITS, setAccountLimits } from '@topup/core/account';
import { createKey } from '@topup/core/api-key';
import { fundedAccount, testPool } from '@topup/testkit';

const RICH_KOBO = 100_000_000_000n; // ten million purchases
const AT_ONCE = 8;

/** Opens `count` accounts with more money and a higher limit than a run can use up. @returns one key of each */
export async function openAccounts(databaseUrl: string, masterKey: Buffer, count: number): Promise<string[]> {
  const db = testPool(databaseUrl, AT_ONCE);
  const keys: string[] = [];
  let begun = 0;
  const lane = async () => {
    while (begun < count) {
      begun += 1;
      const id = await fundedAccount(db, RICH_KOBO);
      await setAccountLimits(db, id, { ...NO_OWN_LIMITS, purchases: GREATEST_LIMIT });
      keys.push((await createKey({ db, masterKey }, id, 'bench')).key);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    return keys;
  } finally {
    await db.$disconnect();
  }
}
