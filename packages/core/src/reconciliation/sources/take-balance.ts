import type { ProviderLookups } from '../../provider/provider.port';
import type { Db } from '../../shared/db';
import { insertSnapshot } from './balance.store';
import { now } from './turn.store';

/** Asks a provider what our account holds and keeps the answer. Returns why there is none, or null. */
export async function takeBalance(
  db: Db,
  { name, balance }: Pick<ProviderLookups, 'balance'> & { name: string },
): Promise<string | null> {
  const askedAt = await now(db);
  const answer = await balance();
  if (answer.kind !== 'found') return answer.reason;
  await insertSnapshot(db, { provider: name, askedAt, balanceKobo: answer.value });
  return null;
}
