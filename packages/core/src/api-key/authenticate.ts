import { AppError } from '../errors/error-catalog';
import { createBatcher } from '../shared/batcher';
import type { Clock } from '../shared/clock';
import type { Db } from '../shared/db';
import { isWellFormedKey, keyDigest } from './api-key';
import { findLiveKeys, type LiveKey, listDeadKeys, touchKeys } from './key.store';

/** Who is calling. */
export type Caller = { accountId: string; keyId: string };

export type Authenticator = {
  /** @throws AppError unauthorized, the same for a missing, malformed, unknown or revoked key and for a suspended account */
  authenticate(authorization: string | undefined): Promise<Caller>;
  /** Stops confirming. */
  close(): void;
};

/** `confirmedAtMs`: when the database was last asked that said so. All times are monotonic. */
type Known = { caller: Caller; confirmedAtMs: number; usedAtMs: number; touchedAtMs: number };

const BELIEVED_MS = 900; // a revoked key or suspended account is refused everywhere within a second
const CONFIRM_EVERY_MS = 400;
const FORGOTTEN_AFTER_MS = 60_000;
const TOUCH_EVERY_MS = 60_000;
const MAX_KNOWN = 10_000;
const MAX_LOOK_UPS = 500;

/**
 * Checks `Authorization: Bearer <API_KEY>`. A live key is remembered, and all that are in use are confirmed together, by one statement every 400 ms: what a
 * request costs does not depend on how many keys there are. What has not been confirmed for 900 ms, because the database did not answer, is looked up anew.
 * Only live keys are remembered, so a new key works at once.
 *
 * There is nothing to learn from how long a refusal takes, and nothing here compares secrets character by character. A key is found by the SHA-256 of the
 * whole of it: how far an index search gets depends on the digest, which nobody can steer towards a stored one without knowing the key. Unknown, revoked
 * and suspended are one and the same look-up with no row. A wrong checksum is refused sooner, and that tells only what callers can compute themselves: the
 * checksum is CRC-32 of the key's own text, without a secret.
 */
export function createAuthenticator({ db, clock }: { db: Db; clock: Clock }): Authenticator {
  const known = new Map<string, Known>();
  const lookUps = createBatcher<Buffer, LiveKey | null>({
    maxItems: MAX_LOOK_UPS,
    run: (digests) => findLiveKeys(db, digests),
  });
  const touches = createBatcher<string, true>({
    maxItems: MAX_LOOK_UPS,
    run: async (keyIds) => {
      await touchKeys(db, keyIds);
      return keyIds.map(() => true);
    },
  });
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  async function lookUp(id: string, digest: Buffer): Promise<Known> {
    const askedAtMs = clock.monotonicMs();
    const live = await lookUps.submit(digest);
    if (live === null) {
      known.delete(id);
      throw new AppError('unauthorized');
    }
    const { keyId, accountId, lastUsedAt } = live;
    const lastUsedMs =
      lastUsedAt === null ? Number.NEGATIVE_INFINITY : askedAtMs - (clock.now().getTime() - lastUsedAt.getTime());
    const found = {
      caller: { accountId, keyId },
      confirmedAtMs: askedAtMs,
      usedAtMs: askedAtMs,
      touchedAtMs: lastUsedMs,
    };
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(id, found);
    touch([found]).catch(() => undefined);
    confirmLater();
    return found;
  }

  function confirmLater(): void {
    if (timer !== undefined || closed || known.size === 0) return;
    timer = setTimeout(() => {
      confirm()
        .catch(() => undefined) // what is not confirmed is looked up, and it is the look-up that says what is wrong
        .finally(() => {
          timer = undefined;
          confirmLater();
        });
    }, CONFIRM_EVERY_MS).unref();
  }

  async function confirm(): Promise<void> {
    const askedAtMs = clock.monotonicMs();
    for (const [id, { usedAtMs }] of known) if (usedAtMs < askedAtMs - FORGOTTEN_AFTER_MS) known.delete(id);
    const asked = [...known];
    const dead = new Set(
      await listDeadKeys(
        db,
        asked.map(([, { caller }]) => caller.keyId),
      ),
    );
    for (const [id, key] of asked) {
      if (dead.has(key.caller.keyId)) known.delete(id);
      else key.confirmedAtMs = Math.max(key.confirmedAtMs, askedAtMs);
    }
    await touch(asked.map(([, key]) => key));
  }

  /** When a key was last used is a courtesy to its owner, to the minute, and not worth a millisecond or an error of a request. */
  async function touch(keys: Known[]): Promise<void> {
    const due = keys.filter(({ usedAtMs, touchedAtMs }) => usedAtMs >= touchedAtMs + TOUCH_EVERY_MS);
    for (const key of due) key.touchedAtMs = key.usedAtMs;
    await Promise.all(due.map(({ caller }) => touches.submit(caller.keyId)));
  }

  return {
    async authenticate(authorization) {
      const key = /^Bearer ([^\s]+)$/i.exec(authorization ?? '')?.[1];
      if (key === undefined || !isWellFormedKey(key)) throw new AppError('unauthorized');
      const digest = keyDigest(key);
      const id = digest.toString('base64');
      const now = clock.monotonicMs();
      const kept = known.get(id);
      const found = kept && kept.confirmedAtMs + BELIEVED_MS > now ? kept : await lookUp(id, digest);
      found.usedAtMs = now;
      return found.caller;
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
