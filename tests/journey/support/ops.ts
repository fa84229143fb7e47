import { createKey } from '@topup/core/api-key';
import { fundedAccount, sandboxKeys, type TestAccount, testPool, type World } from '@topup/testkit';
import { runOps } from '../../../apps/ops/src/testing/run-ops';

/** Runs one `ops` command and returns its JSON. @throws with its exit code and output, when that is not 0 */
export type Ops = <T>(...words: string[]) => Promise<T>;

/** `ops` with `settings` only. It runs in this process, because loading another takes half a second of CPU. */
export function operators(settings: Record<string, string>): Ops {
  return async (...words) => {
    const { code, stdout, lines } = await runOps(settings, [...words, '--json']);
    if (code !== 0) throw new Error(`ops ${words.join(' ')}, exit ${code}:\n${lines.join('\n')}`);
    return JSON.parse(stdout);
  };
}

/** `ops` with the database, provider and secret of a world. */
export function operatorsOf({ databaseUrl, sandbox, keySecret }: World): Ops {
  return operators({
    DATABASE_URL: databaseUrl,
    VTPASS_BASE_URL: `${sandbox.url}/api`,
    KEY_ENCRYPTION_SECRET: keySecret,
    ...sandboxKeys,
  });
}

/** Opens an account with `keys` keys, oldest first. `masterKey`: the KEY_ENCRYPTION_SECRET of the processes. */
export async function openAccount(
  databaseUrl: string,
  masterKey: Buffer,
  naira: number,
  keys = 1,
): Promise<TestAccount[]> {
  const db = testPool(databaseUrl, 1);
  try {
    const id = await fundedAccount(db, BigInt(naira) * 100n);
    const all: TestAccount[] = [];
    for (let n = 1; n <= keys; n += 1) {
      const { id: keyId, key } = await createKey({ db, masterKey }, id, `key ${n}`);
      all.push({ id, apiKey: key, keyId });
    }
    return all;
  } finally {
    await db.$disconnect();
  }
}
