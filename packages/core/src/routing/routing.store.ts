import { type Db, type DbOrTransaction, onlyRow, sql } from '../shared/db';
import { NO_RULES, type RoutingRule, type RoutingRules, type RuleProvider } from './rules';

type RuleRow = Omit<RoutingRule, 'providers'> & RuleProvider & { version: number };

/** The rules of one version, each with its providers in order; of the active version without a number. */
export async function readRules(db: DbOrTransaction, number?: number): Promise<RoutingRules | null> {
  const version = number === undefined ? await readActiveVersion(db) : await exists(db, number);
  if (version === null) return number === undefined ? NO_RULES : null;
  return { version, rules: toRules(await ruleRows(db, [version])) };
}

const ruleRows = (db: DbOrTransaction, versions: readonly number[]): Promise<RuleRow[]> =>
  db.$queryRaw<RuleRow[]>(sql`
    SELECT version, account_id AS "accountId", product_type AS "productType", service_id AS "serviceId", provider,
           least_kobo AS "leastKobo", most_kobo AS "mostKobo", enabled
      FROM routing_rule WHERE version = ANY (${versions}::integer[]) ORDER BY version, position`);

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
  const rules = new Map<string, RoutingRule & { providers: RuleProvider[] }>();
  for (const { version: _version, accountId, productType, serviceId, ...provider } of rows) {
    const key = JSON.stringify([accountId, productType, serviceId]);
    const rule = rules.get(key) ?? { accountId, productType, serviceId, providers: [] };
    rules.set(key, rule);
    rule.providers.push(provider);
  }
  return [...rules.values()];
}

/** Writes a new version and returns its number. Two writers at once take turns. */
export async function insertVersion(
  tx: DbOrTransaction,
  { rules, note, by }: { rules: readonly RoutingRule[]; note: string; by: string },
): Promise<number> {
  await tx.$executeRaw(sql`SELECT pg_advisory_xact_lock('routing_version'::regclass::integer, 0)`);
  const inserted = await tx.$queryRaw<{ number: number }[]>(sql`
    INSERT INTO routing_version (number, note, created_by)
    SELECT coalesce(max(number), 0) + 1, ${note}, ${by} FROM routing_version RETURNING number`);
  const { number } = onlyRow(inserted, 'a new version');
  const rows = rules.flatMap(({ providers, ...rule }) => providers.map((entry) => ({ ...rule, ...entry })));
  await tx.routingRule.createMany({
    data: rows.map((entry, i) => ({ ...entry, version: number, position: i + 1 })),
  });
  return number;
}

type RoutingVersion = { number: number; note: string; createdBy: string; createdAt: Date };

type RoutingActivation = { version: number | null; activatedBy: string; activatedAt: Date };

export async function listVersions(
  db: Db,
  most: number,
): Promise<{ versions: RoutingVersion[]; activations: RoutingActivation[] }> {
  const select = { version: true, activatedBy: true, activatedAt: true };
  const [versions, activations] = await Promise.all([
    db.routingVersion.findMany({ orderBy: { number: 'desc' }, take: most }),
    db.routingActivation.findMany({ orderBy: { id: 'desc' }, take: most, select }),
  ]);
  return { versions, activations };
}

/** A version with its rules. `activatedAt`: when it was last made the active one; null: never. */
export type ListedVersion = RoutingVersion & { activatedAt: Date | null; rules: RoutingRule[] };

/** At most `limit` versions, newest first, with numbers below `before`, made at `from` or later, and before `to`. */
export async function searchVersions(
  db: Db,
  { from, to, before, limit }: { from?: Date | undefined; to?: Date | undefined; before: number | null; limit: number },
): Promise<ListedVersion[]> {
  const versions = await db.$queryRaw<Omit<ListedVersion, 'rules'>[]>(sql`
    SELECT v.number, v.note, v.created_by AS "createdBy", v.created_at AS "createdAt",
           (SELECT max(a.activated_at) FROM routing_activation a WHERE a.version = v.number) AS "activatedAt"
      FROM routing_version v
     WHERE (${before}::integer IS NULL OR v.number < ${before}::integer)
       AND (${from ?? null}::timestamptz IS NULL OR v.created_at >= ${from ?? null}::timestamptz)
       AND (${to ?? null}::timestamptz IS NULL OR v.created_at < ${to ?? null}::timestamptz)
     ORDER BY v.number DESC LIMIT ${limit}`);
  const rows = await ruleRows(
    db,
    versions.map(({ number }) => number),
  );
  return versions.map((version) => ({
    ...version,
    rules: toRules(rows.filter((row) => row.version === version.number)),
  }));
}

/** Makes a version the active one; null: none. The caller has checked that it exists. */
export async function insertActivation(tx: DbOrTransaction, version: number | null, by: string): Promise<void> {
  await tx.routingActivation.create({ data: { version, activatedBy: by } });
}

export async function findLiveAccounts(db: DbOrTransaction, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db.$queryRaw<{ id: string }[]>(sql`
    SELECT id FROM account WHERE id = ANY (${ids}::uuid[]) AND mode = 'live'`);
  return rows.map(({ id }) => id);
}
