import type { OwnLimits } from '../account/limits';
import type { Mode } from '../account/mode';
import { AppError } from '../errors/error-catalog';
import { createBatcher } from '../flow/batcher';
import type { Clock } from '../shared/clock';
import { askTwice, type Db } from '../shared/db';
import { keyDigest, modeOfKey } from './api-key';
import { findLiveKeys, type KeyRules, type LiveKey, readAccessState, readKeyRules, touchKeys } from './key.store';
import { createAddressCheck, type KeyScope } from './limits';

/** Whose request it is, and what its key may. `limits`: those that an operator has set for the account. */
export type Caller = { accountId: string; mode: Mode; keyId: string; scope: KeyScope; limits: OwnLimits };

/** A known key that does not open its account. Its request still belongs to the account. */
export class RefusedKey extends AppError {
  constructor(
    code: 'key_expired' | 'address_not_allowed',
    readonly caller: Caller,
  ) {
    super(code);
  }
}

export type Authenticator = {
  /**
   * `address`: where the request comes from; without one, a key with an allow-list is declined.
   * @throws AppError `unauthorized` for a missing, malformed, unknown or revoked key, and for a suspended account;
   *   RefusedKey `key_expired`, `address_not_allowed`
   */
  authenticate(authorization: string | undefined, address?: string): Promise<Caller>;
  close(): void;
};

/**
 * `readAfter`: the change that had been seen when its rules were read. `confirmedAtMs`: when the query that last found
 * the key alive was sent. Both that and the other times are monotonic, but `expiresAt` is the database's.
 */
type CachedKey = {
  caller: Caller;
  addresses: { cidrs: string; allow: ReturnType<typeof createAddressCheck> };
  expiresAt: Date | null;
  readAfter: string | undefined;
  confirmedAtMs: number;
  usedAtMs: number;
  touchedAtMs: number;
};

/** Less than the second within which everybody knows a revoked key, a suspended account and changed limits. */
const VALID_MS = 900;
const CONFIRM_EVERY_MS = 400;
const UNUSED_MS = 60_000;
const TOUCH_EVERY_MS = 60_000;
const MAX_CACHED = 10_000;
const MAX_BATCH = 500;

/** The key of `Authorization: Bearer <API_KEY>`; null when the header has another form. */
export const bearerKey = (authorization = ''): string | null => /^Bearer (\S+)$/i.exec(authorization)?.[1] ?? null;

/**
 * Checks `Authorization: Bearer <API_KEY>`. Live keys are cached, and every 400 ms one row of the database says whether
 * any key or account has changed since. If so, all keys in use are read again. A key that was not confirmed for 900 ms,
 * because the database did not answer, is looked up again. Only live keys are cached, so a new key works at once.
 *
 * The time of an answer reveals nothing about secrets: a key is found by its SHA-256, which nobody can steer without
 * knowing the key, and unknown, revoked and suspended are the same look-up without a row.
 */
export function createAuthenticator({ db, clock }: { db: Db; clock: Clock }): Authenticator {
  /** By digest in base64. */
  const cache = new Map<string, CachedKey>();
  const lookUps = createBatcher<Buffer, LiveKey | null>({
    maxItems: MAX_BATCH,
    run: (digests) => askTwice(clock, () => findLiveKeys(db, digests)),
  });
  const touch = createTouch(db);
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  /** The last change of any key or account that was seen. */
  let seenChange: string | undefined;

  async function lookUp(id: string, digest: Buffer): Promise<CachedKey> {
    const sentAtMs = clock.monotonicMs();
    const readAfter = seenChange;
    const live = await lookUps.submit(digest);
    if (live === null) {
      cache.delete(id);
      throw new AppError('unauthorized');
    }
    const found = { ...toCached(live, clock.now(), sentAtMs), readAfter };
    if (live.expired) {
      cache.delete(id);
      throw new RefusedKey('key_expired', found.caller);
    }
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(id, found);
    touch([found]).catch(() => undefined);
    confirmLater();
    return found;
  }

  function confirmLater(): void {
    if (timer !== undefined || closed || cache.size === 0) return;
    timer = setTimeout(() => {
      confirm()
        .catch(() => undefined) // an unconfirmed key is looked up again, and that look-up reports the error
        .finally(() => {
          timer = undefined;
          confirmLater();
        });
    }, CONFIRM_EVERY_MS).unref();
  }

  async function confirm(): Promise<void> {
    const sentAtMs = clock.monotonicMs();
    for (const [id, { usedAtMs }] of cache) if (usedAtMs < sentAtMs - UNUSED_MS) cache.delete(id);
    const inUse = [...cache];
    const { changedIn, now } = await readAccessState(db);
    seenChange = changedIn;
    await readAgain(
      inUse.filter(([, key]) => key.readAfter !== changedIn),
      changedIn,
    );
    for (const [id, key] of inUse) {
      if (key.expiresAt !== null && key.expiresAt <= now) cache.delete(id);
      else key.confirmedAtMs = sentAtMs;
    }
    await touch(inUse.map(([, key]) => key));
  }

  async function readAgain(keys: [string, CachedKey][], changedIn: string): Promise<void> {
    if (keys.length === 0) return;
    const rules = await readKeyRules(
      db,
      keys.map(([, { caller }]) => caller.keyId),
    );
    for (const [n, [id, key]] of keys.entries()) {
      const live = rules[n];
      if (live) Object.assign(key, rulesOf(key.caller.keyId, live, key.addresses), { readAfter: changedIn });
      else cache.delete(id);
    }
  }

  return {
    async authenticate(authorization, address) {
      const key = bearerKey(authorization);
      if (key === null || modeOfKey(key) === null) throw new AppError('unauthorized');
      const digest = keyDigest(key);
      const id = digest.toString('base64');
      const now = clock.monotonicMs();
      const cached = cache.get(id);
      const found = cached && cached.confirmedAtMs + VALID_MS > now ? cached : await lookUp(id, digest);
      found.usedAtMs = now;
      if (!found.addresses.allow(address)) throw new RefusedKey('address_not_allowed', found.caller);
      return found.caller;
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}

/** Returns what records when keys were last used, to the minute. No request waits for it or fails with it. */
function createTouch(db: Db): (keys: CachedKey[]) => Promise<void> {
  const touches = createBatcher<string, true>({
    maxItems: MAX_BATCH,
    run: async (keyIds) => {
      await touchKeys(db, keyIds);
      return keyIds.map(() => true);
    },
  });
  return async (keys) => {
    const due = keys.filter(({ usedAtMs, touchedAtMs }) => usedAtMs >= touchedAtMs + TOUCH_EVERY_MS);
    for (const key of due) key.touchedAtMs = key.usedAtMs;
    await Promise.all(due.map(({ caller }) => touches.submit(caller.keyId)));
  };
}

function toCached(live: LiveKey, now: Date, sentAtMs: number): Omit<CachedKey, 'readAfter'> {
  const { keyId, lastUsedAt } = live;
  return {
    ...rulesOf(keyId, live),
    confirmedAtMs: sentAtMs,
    usedAtMs: sentAtMs,
    touchedAtMs: lastUsedAt === null ? Number.NEGATIVE_INFINITY : sentAtMs - (now.getTime() - lastUsedAt.getTime()),
  };
}

/** `before`: kept while the allow-list is the same. */
function rulesOf(
  keyId: string,
  { accountId, mode, limits, scope, allowedCidrs, expiresAt }: KeyRules,
  before?: CachedKey['addresses'],
): Pick<CachedKey, 'caller' | 'addresses' | 'expiresAt'> {
  const cidrs = allowedCidrs.join();
  const addresses = before?.cidrs === cidrs ? before : { cidrs, allow: createAddressCheck(allowedCidrs) };
  return { caller: { accountId, mode, keyId, scope, limits }, addresses, expiresAt };
}
