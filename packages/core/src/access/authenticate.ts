import type { Clock } from '../clock';
import type { Db } from '../db';
import { AppError } from '../errors/error-catalog';
import { isWellFormedKey, keyDigest } from './api-key';
import { findLiveKey, touchKey } from './key.store';

/** Who is calling. */
export type Caller = { accountId: string; keyId: string };

/** @throws AppError unauthorized, the same for a missing, malformed, unknown or revoked key and for a suspended account */
export type Authenticate = (authorization: string | undefined) => Promise<Caller>;

const FRESH_MS = 500; // a revoked key or suspended account is refused everywhere within a second
const TOUCH_EVERY_MS = 60_000;
const MAX_KEPT = 10_000;

/**
 * Checks `Authorization: Bearer <API_KEY>`. What the database said of a key is believed for half a second, so a busy key costs two look-ups a second
 * in each process; only live keys are remembered, so a new key works at once.
 *
 * There is nothing to learn from how long a refusal takes, and nothing here compares secrets character by character. A key is found by the SHA-256 of the
 * whole of it: how far an index search gets depends on the digest, which nobody can steer towards a stored one without knowing the key. Unknown, revoked
 * and suspended are one and the same look-up with no row. A wrong checksum is refused sooner, and that tells only what callers can compute themselves: the
 * checksum is CRC-32 of the key's own text, without a secret.
 */
export function createAuthenticate({ db, clock }: { db: Db; clock: Clock }): Authenticate {
  const known = new Map<string, { caller: Promise<Caller | null>; until: number }>();

  return async (authorization) => {
    const key = /^Bearer ([^\s]+)$/i.exec(authorization ?? '')?.[1];
    if (key === undefined || !isWellFormedKey(key)) throw new AppError('unauthorized');
    const digest = keyDigest(key);
    const id = digest.toString('base64');
    const now = clock.monotonicMs();
    const kept = known.get(id);
    const caller = await (kept && kept.until > now ? kept.caller : lookUp(id, digest, now));
    if (caller === null) throw new AppError('unauthorized');
    return caller;
  };

  function lookUp(id: string, digest: Buffer, now: number): Promise<Caller | null> {
    const caller = find(digest);
    if (known.size >= MAX_KEPT) known.clear();
    known.set(id, { caller, until: now + FRESH_MS });
    const forget = () => {
      if (known.get(id)?.caller === caller) known.delete(id);
    };
    caller.then((found) => found ?? forget(), forget);
    return caller;
  }

  async function find(digest: Buffer): Promise<Caller | null> {
    const found = await findLiveKey(db, digest);
    if (found === null) return null;
    const { keyId, accountId, lastUsedAt } = found;
    // not awaited: when it was last used is a courtesy to its owner, not worth a millisecond or an error
    if (lastUsedAt === null || clock.now().getTime() - lastUsedAt.getTime() > TOUCH_EVERY_MS) touchKey(db, keyId).catch(() => undefined);
    return { keyId, accountId };
  }
}
