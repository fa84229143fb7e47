import { type Mode, readTwin } from '@topup/core/account';
import { createKey } from '@topup/core/api-key';
import { fundedAccount, giveMoney, testPool } from '../builders/accounts';

/** An account of tier `standard` with one key. `liveId`: itself, or the live account whose test account it is. */
export type TestAccount = { id: string; liveId: string; apiKey: string; keyId: string };

/** Opens an account with `naira` in its wallet; with the mode `test` it is the twin of one. */
export async function openTestAccount(
  databaseUrl: string,
  masterKey: Buffer,
  naira: number,
  mode: Mode = 'live',
): Promise<TestAccount> {
  const db = testPool(databaseUrl, 1);
  try {
    const liveId = await fundedAccount(db, 0n);
    const id = mode === 'test' ? (await readTwin(db, liveId)).id : liveId;
    if (naira > 0) await giveMoney(db, id, BigInt(naira) * 100n, 'opening');
    const { id: keyId, key } = await createKey({ db, masterKey }, id, 'test');
    return { id, liveId, apiKey: key, keyId };
  } finally {
    await db.$disconnect();
  }
}
