import { execFile } from 'node:child_process';
import path from 'node:path';
import { createKey } from '@topup/core';
import { COMPILE_QUICKLY, fundedAccount, sandboxKeys, type TestAccount, testPool, type World } from '@topup/testkit';

const PROGRAM = path.resolve(__dirname, '../../../apps/ops/dist/main.js');

/** Runs one operators' command and gives its JSON. @throws with its exit code and what it said, when that is not 0 */
export type Ops = <T>(...words: string[]) => Promise<T>;

/** The operators' command line with `settings` and nothing else of ours. */
export function operators(settings: Record<string, string>): Ops {
  return (...words) =>
    new Promise((resolve, reject) => {
      const env = { DATA_DIR: '/nonexistent', ...settings };
      execFile(process.execPath, [COMPILE_QUICKLY, PROGRAM, ...words, '--json'], { env }, (error, stdout, stderr) => {
        if (error === null) resolve(JSON.parse(stdout));
        else reject(new Error(`ops ${words.join(' ')}, exit ${error.code}:\n${stderr}`));
      });
    });
}

/** The same for a world: its database, its provider, its secret. */
export function operatorsOf({ databaseUrl, sandbox, keySecret }: World): Ops {
  return operators({ DATABASE_URL: databaseUrl, VTPASS_BASE_URL: `${sandbox.url}/api`, KEY_ENCRYPTION_SECRET: keySecret, ...sandboxKeys });
}

/** Opens an account with as many keys as `keys`, oldest first, each encrypted with the KEY_ENCRYPTION_SECRET that ops is given too. */
export async function openAccount(databaseUrl: string, masterKey: Buffer, naira: number, keys = 1): Promise<TestAccount[]> {
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
