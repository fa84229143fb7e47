import type { Mode } from '@topup/core/account';
import { createKey } from '@topup/core/api-key';
import { fundedAccount, fundedTwin, testPool } from '../builders/accounts';

/** An account of tier `standard` with one key. */
export type TestAccount = { id: string; apiKey: string; keyId: string };

/** Opens an account with `naira` in its wallet; with the mode `test` it is the twin of one. */
export async function openTestAccount(
  databaseUrl: string,
  masterKey: Buffer,
  naira: number,
  mode: Mode = 'live',
): Promise<TestAccount> {
  const db = testPool(databaseUrl, 1);
  try {
    const id = await (mode === 'test' ? fundedTwin : fundedAccount)(db, BigInt(naira) * 100n);
    const { id: keyId, key } = await createKey({ db, masterKey }, id, 'test');
    return { id, apiKey: key, keyId };
  } finally {
    await db.$disconnect();
  }
}
