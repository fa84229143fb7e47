import { createHash, randomBytes } from 'node:crypto';
import type { DbOrTransaction } from '../shared/db';
import { putLink } from './user.store';

const VALID_MS = 24 * 3_600_000;

/**
 * Makes the token of a link, with which a user may set a password once, within 24 hours. It replaces an earlier one.
 * Only the caller gets it: the database keeps its hash.
 * Not for operators: `linkOperator`.
 * @returns null when there is no such user, or they are disabled
 */
export async function createLink(db: DbOrTransaction, userId: string): Promise<string | null> {
  const token = newLinkToken();
  return (await storeLink(db, userId, token)) ? token : null;
}

/** The same for a token that was made before. False when there is no such user, or they are disabled. */
export const storeLink = (db: DbOrTransaction, userId: string, token: string): Promise<boolean> =>
  putLink(db, userId, linkDigest(token), VALID_MS);

/** The token of a link that is not stored yet. An operator's link is stored by `addOperator` and `linkOperator`. */
export const newLinkToken = (): string => randomBytes(32).toString('base64url');

/** SHA-256, as the database stores the token of a link. */
export const linkDigest = (token: string): Buffer => createHash('sha256').update(token).digest();
