import { checkMasterKey, FOREIGN_KEYS } from '../api-key/check-master-key';
import type { MasterKeys } from '../api-key/master-key';
import { assertProducts } from '../product/product.store';
import type { Clock } from '../shared/clock';
import { assertDatabaseKeepsPromises, atStart, type Db } from '../shared/db';
import type { Log } from '../shared/log.port';
import { waitForSchema } from '../shared/schema';
import { type RoleFor, serverWarnings } from '../shared/server-warnings';
import type { FailoverFence } from './fence';

/** `notes`: of all processes, if they share Redis. */
type Start = { db: Db; clock: Clock; log: Log; fence: FailoverFence } & {
  roleFor: RoleFor;
  notes: { accepted(): Promise<unknown> } | undefined;
  masterKeys?: MasterKeys;
};

/**
 * Lets a process begin its work on the database: once the schema, the products, the role, the clock and the server are
 * those that it needs. It waits while the database cannot be reached or migrates, and logs what an operator should see.
 * @throws Error that says what to do
 */
export async function beginOnDatabase(start: Start): Promise<void> {
  const { db, clock, log, fence, roleFor, notes, masterKeys } = start;
  const ask = <T>(question: (of: Db) => Promise<T>) => atStart(clock, () => question(db));
  await Promise.all([ask((of) => waitForSchema(of, log)), notes?.accepted()]);
  await ask(assertDatabaseKeepsPromises);
  await ask(assertProducts);
  for (const warning of await ask((of) => serverWarnings(of, clock, roleFor))) log.warn(warning);
  const foreign = masterKeys === undefined ? 0 : await ask((of) => checkMasterKey(of, masterKeys));
  if (foreign > 0) log.error(FOREIGN_KEYS, { count: foreign });
  await ask(fence.begin);
}
