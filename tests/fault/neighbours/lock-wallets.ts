import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Siege } from './siege';

/**
 * Locks the wallets of these accounts again and again until the siege is over, as refunds and fundings do. Fulfilled
 * when they are locked for the first time.
 */
export function lockWallets(
  { world, over, goesOn }: Pick<Siege, 'world' | 'over' | 'goesOn'>,
  accountIds: readonly string[],
  { holdMs, everyMs }: { holdMs: number; everyMs: number },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const locking = async () => {
      const client = new Client({ connectionString: world.databaseUrl });
      await client.connect();
      while (!over.aborted) {
        await client.query('BEGIN');
        await client.query('SELECT FROM wallet WHERE account_id = ANY ($1) ORDER BY account_id FOR UPDATE', [
          accountIds,
        ]);
        resolve();
        // the server holds the lock and lets it go: this process may be late
        await client.query(`SELECT pg_sleep(${holdMs / 1_000}); COMMIT`);
        await sleep(everyMs - holdMs, undefined, { signal: over }).catch(() => undefined);
      }
      await client.end();
    };
    const work = locking();
    work.catch(reject);
    goesOn(work);
  });
}
