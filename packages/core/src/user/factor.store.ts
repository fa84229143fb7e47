import { type DbOrTransaction, sql } from '../shared/db';

/** A second factor. `secret` is encrypted by the dashboard. `verified`: it has been proved, and so is in use. */
type Factor = { secret: string; verified: boolean };

export async function findFactor(db: DbOrTransaction, userId: string): Promise<Factor | null> {
  const [factor] = await db.$queryRaw<Factor[]>(
    sql`SELECT secret, verified FROM dashboard_two_factor WHERE user_id = ${userId}::uuid`,
  );
  return factor ?? null;
}

/** Secrets of a second factor that the dashboard has encrypted. */
export type FactorSecrets = { userId: string; secret: string; backupCodes: string };

export const listFactorSecrets = (db: DbOrTransaction): Promise<FactorSecrets[]> =>
  db.$queryRaw(sql`SELECT user_id AS "userId", secret, backup_codes AS "backupCodes" FROM dashboard_two_factor`);

/** Writes them encrypted anew. False when they are not as they were read any more. */
export async function replaceFactorSecrets(
  db: DbOrTransaction,
  before: FactorSecrets,
  after: FactorSecrets,
): Promise<boolean> {
  const replaced = await db.$executeRaw(sql`
    UPDATE dashboard_two_factor SET secret = ${after.secret}, backup_codes = ${after.backupCodes}
     WHERE user_id = ${before.userId}::uuid AND secret = ${before.secret} AND backup_codes = ${before.backupCodes}`);
  return replaced === 1;
}

/** Takes the code of a 30-second step, counted from 1970. False when one of it, or of a later step, was used before. */
export async function takeStep(db: DbOrTransaction, userId: string, step: number): Promise<boolean> {
  const used = await db.$executeRaw(sql`
    UPDATE dashboard_two_factor SET last_step = ${step}::integer
     WHERE user_id = ${userId}::uuid AND (last_step IS NULL OR last_step < ${step}::integer)`);
  return used === 1;
}

export async function accountRequiresFactor(db: DbOrTransaction, accountId: string): Promise<boolean> {
  const [account] = await db.$queryRaw<{ required: boolean }[]>(
    sql`SELECT factor_required AS required FROM account WHERE id = ${accountId}::uuid`,
  );
  return account?.required ?? false;
}

/** Says whether the users of an account must have a second factor. False when that was so already. */
export async function setFactorRequired(db: DbOrTransaction, accountId: string, required: boolean): Promise<boolean> {
  const changed = await db.$executeRaw(sql`
    UPDATE account SET factor_required = ${required}
     WHERE id = ${accountId}::uuid AND factor_required <> ${required}`);
  return changed === 1;
}
