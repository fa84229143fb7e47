import type { DbOrTransaction } from '../shared/db';
import { type MasterKeys, masterFingerprint } from './master-key';
import { countInUseByMasterKey } from './sealed.store';

/** The master key is not the one under which most keys and secrets in use are. */
export class WrongMasterKey extends Error {}

/** Log message of a process for which `checkMasterKey` answers more than 0. */
export const FOREIGN_KEYS =
  'API keys or webhook secrets are under another master key: events of their accounts stay queued here';

/**
 * How many keys and secrets in use open with neither master key, by their fingerprints. With a wrong one a process
 * makes keys that no other opens, and signs no event.
 * @throws WrongMasterKey when they are the larger part
 */
export async function checkMasterKey(db: DbOrTransaction, { current, previous }: MasterKeys): Promise<number> {
  const ours = [current, previous].flatMap((key) => (key === undefined ? [] : [masterFingerprint(key)]));
  const known = (await countInUseByMasterKey(db)).filter(({ fingerprint }) => fingerprint !== null);
  const all = known.reduce((sum, { values }) => sum + values, 0);
  const opened = known.reduce(
    (sum, { fingerprint, values }) => sum + (ours.includes(fingerprint ?? '') ? values : 0),
    0,
  );
  if (opened * 2 < all)
    throw new WrongMasterKey(
      `KEY_ENCRYPTION_SECRET (${ours[0]}) opens ${opened} of ${all} API keys and webhook secrets in use; ` +
        `most are under ${known[0]?.fingerprint}. Set the secret that the other processes have.`,
    );
  return all - opened;
}
