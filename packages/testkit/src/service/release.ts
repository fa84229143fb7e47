import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { migrate } from '../servers/migrate';
import { emptyDatabase, type TestDatabase } from '../servers/postgres';
import type { TestAccount } from './account';

type Settings = Record<string, string>;

/** A database as the released version makes it. `root`: of a built clone of that version. */
export async function releasedDatabase(root: string): Promise<TestDatabase> {
  const database = await emptyDatabase();
  try {
    await migrate(database.url, root);
    return database;
  } catch (error) {
    await database.drop();
    throw error;
  }
}

/** Runs one `ops` command of the released version. @returns its JSON. @throws with its output when it fails */
async function releasedOps<T>(root: string, settings: Settings, ...words: string[]): Promise<T> {
  const program = path.join(root, 'apps/ops/dist/main.js');
  const env = { DATA_DIR: '/nonexistent', ...settings };
  return JSON.parse(
    (await promisify(execFile)(process.execPath, [program, ...words, '--json'], { cwd: root, env })).stdout,
  );
}

/** The catalogue, and an account with one key, by the commands of the released version. */
export async function openReleasedAccount(root: string, settings: Settings, naira: number): Promise<TestAccount> {
  const ops = <T>(...words: string[]) => releasedOps<T>(root, settings, ...words);
  await ops('catalogue', 'sync');
  const { id } = await ops<{ id: string }>('account', 'create', '--name', 'account', '--tier', 'standard');
  await ops('wallet', 'fund', '--account', id, '--amount', String(naira), '--reference', 'opening');
  const { id: keyId, key } = await ops<{ id: string; key: string }>('key', 'create', '--account', id, '--name', 'test');
  return { id, liveId: id, apiKey: key, keyId };
}
