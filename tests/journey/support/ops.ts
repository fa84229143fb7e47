import { createKey } from '@topup/core/api-key';
import { providersAt, type TestAccount, testPool, type World } from '@topup/testkit';
import { runOps } from '../../../apps/ops/src/testing/run-ops';

/**
 * Runs one `ops` command and returns its JSON. @throws with its exit code and output, when that is not 0, or 3: it only
 * asked for an approval
 */
export type Ops = <T>(...words: string[]) => Promise<T>;

/** `ops` with `settings` only. It runs in this process, because loading another takes half a second of CPU. */
export function operators(settings: Record<string, string>): Ops {
  return async (...words) => {
    const { code, stdout, lines } = await runOps(settings, [...words, '--json']);
    if (code !== 0 && code !== 3) throw new Error(`ops ${words.join(' ')}, exit ${code}:\n${lines.join('\n')}`);
    return JSON.parse(stdout);
  };
}

/** `ops` with the database, provider and secret of a world. */
export function operatorsOf({ databaseUrl, sandbox, keySecret, providers }: World): Ops {
  return operators({
    DATABASE_URL: databaseUrl,
    PROVIDERS: providers.join(','),
    EXAM_PINS: 'on', // as in every process of a world
    KEY_ENCRYPTION_SECRET: keySecret,
    ...providersAt(sandbox.url),
  });
}

/** How `ops` commands name an account of that world, in either mode. */
export const ofAccount = ({ mode }: World, { liveId }: TestAccount): string[] => ['--account', liveId, '--mode', mode];

/** Opens an account with `keys` keys, oldest first. */
export async function openAccount(world: World, naira: number, keys = 1): Promise<TestAccount[]> {
  const first = await world.addAccount(naira);
  const all = [first];
  const db = testPool(world.databaseUrl, 1);
  try {
    const deps = { db, masterKey: Buffer.from(world.keySecret, 'base64') };
    while (all.length < keys) {
      const { id: keyId, key } = await createKey(deps, first.id, `key ${all.length + 1}`);
      all.push({ ...first, apiKey: key, keyId });
    }
    return all;
  } finally {
    await db.$disconnect();
  }
}
