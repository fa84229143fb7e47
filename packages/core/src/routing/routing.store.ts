import { type Db, type DbOrTransaction, sql } from '../shared/db';
import { NO_RULES, type RoutingRule, type RoutingRules } from './rules';

type RuleRow = Omit<RoutingRule, 'providers'> & RoutingRule['providers'][number] & { version: number };

/** The rules of one version, each with its providers in order; of the active version without a number. */
export async function readRules(db: DbOrTransaction, number?: number): Promise<RoutingRules | null> {
  const version = number === undefined ? await readActiveVersion(db) : await exists(db, number);
  if (version === null) return number === undefined ? NO_RULES : null;
  const rows = await db.$queryRaw<RuleRow[]>(sql`
    SELECT version, account_id AS "accountId", product_type AS "productType", service_id AS "serviceId", provider,
           least_kobo AS "leastKobo", most_kobo AS "mostKobo", enabled
      FROM routing_rule WHERE version = ${version} ORDER BY position`);
  return { version, rules: toRules(rows) };
}

async function exists(db: DbOrTransaction, number: number): Promise<number | null> {
  const row = await db.routingVersion.findUnique({ where: { number }, select: { number: true } });
  return row?.number ?? null;
}

/** The number of the active version; null when the order of `PROVIDERS` is the rule. */
export async function readActiveVersion(db: DbOrTransaction): Promise<number | null> {
  const newest = await db.routingActivation.findFirst({ orderBy: { id: 'desc' }, select: { version: true } });
  return newest?.version ?? null;
}

function toRules(rows: readonly RuleRow[]): RoutingRule[] {
  const rules = new Map<string, RoutingRule & { providers: RuleRow[] }>();
  for (const row of rows) {
    const { accountId, productType, serviceId } = row;
    const key = JSON.stringify([accountId, productType, serviceId]);
    const rule = rules.get(key) ?? { accountId, productType, serviceId, providers: [] };
    rules.set(key, rule);
    rule.providers.push(row);
  }
  return [...rules.values()].map(({ providers, ...rule }) => ({
    ...rule,
    providers: providers.map(({ provider, leastKobo, mostKobo, enabled }) => ({
      ...{ provider, leastKobo, mostKobo, enabled },
    })),
  }));
}

/** Writes a new version and returns its number. Two writers at once take turns. */
export async function insertVersion(
  tx: DbOrTransaction,
  { rules, note, by }: { rules: readonly RoutingRule[]; note: string; by: string },
): Promise<number> {
  await tx.$executeRaw(sql`SELECT pg_advisory_xact_lock('routing_version'::regclass::integer, 0)`);
  const [row] = await tx.$queryRaw<{ number: number }[]>(sql`
    INSERT INTO routing_version (number, note, created_by)
    SELECT coalesce(max(number), 0) + 1, ${note}, ${by} FROM routing_version RETURNING number`);
  if (row === undefined) throw new Error('the new version has no number');
  const rows = rules.flatMap(({ providers, ...rule }) => providers.map((entry) => ({ ...rule, ...entry })));
  await tx.routingRule.createMany({
    data: rows.map((entry, i) => ({ ...entry, version: row.number, position: i + 1 })),
  });
  return row.number;
}

export type RoutingVersion = { number: number; note: string; createdBy: string; createdAt: Date };

export type RoutingActivation = { version: number | null; activatedBy: string; activatedAt: Date };

/** The newest versions and activations, newest first. */
export async function listVersions(
  db: Db,
  most: number,
): Promise<{ versions: RoutingVersion[]; activations: RoutingActivation[] }> {
  const [versions, activations] = await Promise.all([
    db.routingVersion.findMany({ orderBy: { number: 'desc' }, take: most }),
    db.routingActivation.findMany({
      orderBy: { id: 'desc' },
      take: most,
      select: { version: true, activatedBy: true, activatedAt: true },
    }),
  ]);
  return { versions, activations };
}

/** Makes a version the active one; null: none. The caller has checked that it exists. */
export async function insertActivation(tx: DbOrTransaction, version: number | null, by: string): Promise<void> {
  await tx.routingActivation.create({ data: { version, activatedBy: by } });
}

/** Whether the losses of the day, in Lagos, are below the daily cap. */
export async function readMayLose(db: DbOrTransaction): Promise<boolean> {
  const [row] = await db.$queryRaw<{ may: boolean }[]>(sql`
    WITH today AS (SELECT (clock_timestamp() AT TIME ZONE 'Africa/Lagos')::date AS day)
    SELECT coalesce((SELECT sum(d.counted_kobo) FROM loss_day d, today WHERE d.day = today.day), 0)
         + coalesce((SELECT d.lost_kobo FROM absorbed_loss_day d, today WHERE d.day = today.day), 0)
         < c.daily_loss_cap_kobo AS may
      FROM catalogue_state c`);
  return row?.may ?? false;
}

/** Which of these accounts are there, and live. */
export async function findLiveAccounts(db: DbOrTransaction, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db.$queryRaw<{ id: string }[]>(sql`
    SELECT id FROM account WHERE id = ANY (${ids}::uuid[]) AND mode = 'live'`);
  return rows.map(({ id }) => id);
}
