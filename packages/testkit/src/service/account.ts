import { createKey } from '@topup/core/api-key';
import { fundedAccount, testPool } from '../builders/accounts';

/** An account of tier `standard` with one key. */
export type TestAccount = { id: string; apiKey: string; keyId: string };

/** Opens an account with `naira` in its wallet. */
export async function openTestAccount(databaseUrl: string, masterKey: Buffer, naira: number): Promise<TestAccount> {
  const db = testPool(databaseUrl, 1);
  try {
    const id = await fundedAccount(db, BigInt(naira) * 100n);
    const { id: keyId, key } = await createKey({ db, masterKey }, id, 'test');
    return { id, apiKey: key, keyId };
  } finally {
    await db.$disconnect();
  }
}
