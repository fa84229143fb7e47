import { AppError, type Db, isReferenceUsed } from '@topup/core';

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
