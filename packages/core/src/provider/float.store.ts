import { type Db, type DbOrTransaction, sql } from '../shared/db';

/**
 * Our float at a provider. Below `alertKobo` the workers raise an alert; 0: never. They read once a minute, so an older
 * `readAt`, of the database's clock, means that the provider does not answer.
 */
type FloatReading = { provider: string; balanceKobo: bigint; alertKobo: bigint; readAt: Date };

export async function writeFloat(
  db: Db,
  { provider, balanceKobo, alertKobo }: Omit<FloatReading, 'readAt'>,
): Promise<void> {
  await db.$executeRaw(sql`
    INSERT INTO provider_float (provider, balance_kobo, alert_kobo) VALUES (${provider}, ${balanceKobo}, ${alertKobo})
    ON CONFLICT (provider) DO UPDATE
       SET balance_kobo = excluded.balance_kobo, alert_kobo = excluded.alert_kobo, read_at = excluded.read_at`);
}

/** Workers read each minute; a float that was not read for longer may have been funded or emptied since. */
const READING_LASTS = '3 minutes';

export function readFreshFloats(db: DbOrTransaction): Promise<Pick<FloatReading, 'provider' | 'balanceKobo'>[]> {
  return db.$queryRaw<FloatReading[]>(sql`
    SELECT provider, balance_kobo AS "balanceKobo"
      FROM provider_float WHERE read_at > clock_timestamp() - ${READING_LASTS}::interval`);
}

/** The providers whose float was read before, and not since: the last two readings at least have failed. */
export async function listUnreadFloats(db: DbOrTransaction): Promise<string[]> {
  const rows = await db.$queryRaw<{ provider: string }[]>(sql`
    SELECT provider FROM provider_float WHERE read_at < clock_timestamp() - interval '130 seconds'`);
  return rows.map(({ provider }) => provider);
}

/** The newest reading of each provider that was ever read. It asks no provider. */
export function readFloats(db: DbOrTransaction): Promise<FloatReading[]> {
  return db.$queryRaw<FloatReading[]>(sql`
    SELECT provider, balance_kobo AS "balanceKobo", alert_kobo AS "alertKobo", read_at AS "readAt"
      FROM provider_float ORDER BY provider`);
}
