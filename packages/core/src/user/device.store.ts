import { type DbOrTransaction, sql } from '../shared/db';

/** Whether the user has signed in before in the device of this digest. */
export async function isKnownDevice(db: DbOrTransaction, userId: string, digest: Buffer): Promise<boolean> {
  const [device] = await db.$queryRaw<{ known: boolean }[]>(sql`
    SELECT true AS known FROM dashboard_device
     WHERE user_id = ${userId}::uuid AND digest = ${new Uint8Array(digest)}`);
  return device !== undefined;
}

/** Remembers that the user has signed in in this device now. */
export async function rememberDevice(db: DbOrTransaction, userId: string, digest: Buffer): Promise<void> {
  await db.$executeRaw(sql`
    INSERT INTO dashboard_device (user_id, digest) VALUES (${userId}::uuid, ${new Uint8Array(digest)})
    ON CONFLICT (user_id, digest) DO UPDATE SET last_seen_at = now()`);
}

/** Forgets the user's devices but the one of `kept`: a new password may mean that somebody else knew the old one. */
export async function forgetOtherDevices(db: DbOrTransaction, userId: string, kept: Buffer | null): Promise<void> {
  await db.$executeRaw(sql`
    DELETE FROM dashboard_device
     WHERE user_id = ${userId}::uuid AND digest IS DISTINCT FROM ${kept && new Uint8Array(kept)}::bytea`);
}
