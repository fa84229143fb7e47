import type { DbOrTransaction } from '../shared/db';
import { LAGOS } from '../time/zoned-time';

/** The time zone in which the users of an account read times; Lagos when there is no such account. */
export async function readTimeZone(db: DbOrTransaction, accountId: string): Promise<string> {
  const row = await db.account.findUnique({ where: { id: accountId }, select: { timeZone: true } });
  return row?.timeZone ?? LAGOS;
}

/**
 * Sets it, as `parseTimeZone` has read it.
 * @throws Error when there is no such account
 */
export async function setTimeZone(db: DbOrTransaction, id: string, timeZone: string): Promise<void> {
  await db.account.update({ where: { id }, data: { timeZone }, select: { id: true } });
}
