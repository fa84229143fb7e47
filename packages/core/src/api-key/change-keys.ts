import { moved, type NewAction } from '../audit/action.store';
import type { By } from '../audit/actor';
import { type Recorded, recording, unchanged, withAuditLog, withFreshAuditLog } from '../audit/with-audit-log';
import type { Refused } from '../errors/refusal-catalog';
import type { Db, DbOrTransaction } from '../shared/db';
import { createKeyUpTo, type GivenKey } from './create-key';
import { findKey, findTestKey, type LimitedKey, revokeKey, type StoredKey, setKeyLimits } from './key.store';
import { type KeyLimits, keyLimitFacts, NO_KEY_LIMITS } from './limits';
import { type MasterKeys, tryUnseal } from './master-key';

/** The active keys that the users of one account make. It limits what a stolen session leaves. */
export const MAX_KEYS = 50;

type Account = { accountId: string; masterKey: Buffer };
type NewKey = { name: string; limits: KeyLimits };

export const giveKey = (db: Db, by: By, account: Account, key: NewKey): Promise<GivenKey> =>
  withFreshAuditLog<GivenKey>(db, by, (tx) => give(tx, by, account, key));

/** The same without any limits, and without a fresh second factor, which test money does not need. */
export const giveTestKey = (db: Db, by: By, account: Account, name: string): Promise<GivenKey> =>
  withAuditLog<GivenKey>(db, by, (tx) => give(tx, by, account, { name, limits: NO_KEY_LIMITS }));

async function give(
  tx: DbOrTransaction,
  by: By,
  { accountId, masterKey }: Account,
  { name, limits }: NewKey,
): Promise<Recorded<GivenKey>> {
  const most = by.actor.kind === 'user' ? MAX_KEYS : Number.POSITIVE_INFINITY;
  const made = await createKeyUpTo({ tx, masterKey }, most, accountId, name, limits);
  return recording(made, (done) =>
    done.kind === 'created' ? keyActions.created({ id: done.id, name, accountId }, limits) : null,
  );
}

/** `accountId`: only a key of this account; null: of any. */
type Which = { keyId: string; accountId: string | null };

/** Sets the limits of a key; those that `change` does not name stay. Every API process follows within a second. */
export const limitKey = (db: Db, by: By, which: Which, change: Partial<KeyLimits>): Promise<LimitedKey> =>
  withFreshAuditLog(db, by, async (tx) =>
    recording(await setKeyLimits(tx, which, change), ({ was, key }) => keyActions.limits(was, key)),
  );

type EndedKey = { kind: 'revoked' | 'already_revoked'; key: StoredKey } | Refused<'no_active_key'>;

/** Revokes a key for good: every API process declines it within a second. */
export const endKey = (db: Db, by: By, { keyId, accountId }: Which): Promise<EndedKey> =>
  withAuditLog<EndedKey>(
    db,
    by,
    async (tx) => {
      const revoked = await revokeKey(tx, keyId, accountId);
      const key = await findKey(tx, keyId, accountId);
      if (key === null) return unchanged({ kind: 'no_active_key', id: keyId });
      if (revoked === null) return unchanged({ kind: 'already_revoked', key });
      return { result: { kind: 'revoked', key }, action: keyActions.revoked(revoked) };
    },
    { evenSuspended: true },
  );

type Key = { id: string; name: string; accountId: string };

const ofKey = ({ id, name, accountId }: Key) => ({ subject: name, subjectId: id, accountId });

const keyActions = {
  created: (key: Key, limits: KeyLimits): NewAction => ({
    action: 'api_key.create',
    ...ofKey(key),
    after: keyLimitFacts(limits),
  }),
  limits: (was: Key & KeyLimits, now: KeyLimits) =>
    moved({ action: 'api_key.limits', ...ofKey(was) }, keyLimitFacts(was), keyLimitFacts(now)),
  revoked: (key: Key): NewAction => ({ action: 'api_key.revoke', ...ofKey(key) }),
};

/** The newest key of a test account that may buy, as text: it opens test money. Null without one that can be opened. */
export async function showTestKey(deps: { db: Db; masterKeys: MasterKeys }, accountId: string): Promise<string | null> {
  const sealed = await findTestKey(deps.db, accountId);
  return sealed && (tryUnseal(sealed, deps.masterKeys)?.secret ?? null);
}
