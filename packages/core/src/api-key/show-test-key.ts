import type { Db } from '../shared/db';
import { findTestKey } from './key.store';
import { type MasterKeys, tryUnseal } from './master-key';

/**
 * The newest active key of a test account that may buy, as text. Unlike a live key it can be shown again: what it opens
 * is play money. Null for a live account, when there is none, and when no master key opens it.
 */
export async function showTestKey(deps: { db: Db; masterKeys: MasterKeys }, accountId: string): Promise<string | null> {
  const sealed = await findTestKey(deps.db, accountId);
  return sealed && (tryUnseal(sealed, deps.masterKeys)?.secret ?? null);
}
