import { AppError } from '@topup/core/errors';
import { isReferenceUsed } from '@topup/core/purchase';
import type { Db } from '@topup/core/shared';

/**
 * Runs a check that an order has to pass before it is accepted. The document tells of a used reference before anything that is looked up, so when the
 * check refuses, that is looked into first.
 */
export async function beforeAccept<T>({ db }: { db: Db }, requestRef: string, check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (refusal) {
    if (await isReferenceUsed(db, requestRef)) throw new AppError('duplicate_reference');
    throw refusal;
  }
}
