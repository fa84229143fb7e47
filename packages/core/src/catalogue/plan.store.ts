import { insertAction } from '../audit/action.store';
import type { By } from '../audit/actor';
import type { Refused } from '../errors/refusal-catalog';
import type { DataNetwork } from '../product/data';
import type { Variation } from '../provider/provider.port';
import { type Db, type DbOrTransaction, jsonRows, sql } from '../shared/db';
import { syncAction } from './catalogue-actions';
import { parsePlanName } from './parse-plan-name';
import { type CodedPlan, type DataService, type PlanChanges, planChanges } from './plan-changes';
import { markPlansBelowCost } from './sales-hold.store';

// ---- changes from the provider's list

/**
 * Makes the rows of a service equal to the provider's list, records what changed, and confirms the cost of each listed
 * plan. A lower cost that `ops` or the dashboard writes holds once a worker has read it too (hold_lower_cost).
 * @param listed each code once
 * @param believe false: nothing is written, and the changes are what they would be
 */
export function writeService(
  db: Db,
  by: By,
  service: DataService,
  listed: Variation[],
  { careful = false, believe = () => true }: { careful?: boolean; believe?: (changes: PlanChanges) => boolean } = {},
): Promise<PlanChanges> {
  return withCatalogueLock(db, async (tx) => {
    const codes = listed.map(({ code }) => code);
    const stored = await tx.dataPlan.findMany({
      where: {
        OR: [{ providerService: service.serviceId }, { planId: { in: codes } }, { providerCode: { in: codes } }],
      },
      orderBy: { id: 'asc' },
    });
    const changes = planChanges(service, stored, listed, careful);
    if (!believe(changes)) return changes;
    const { added, changed, returned, withdrawn } = changes;
    const providerService = service.serviceId;
    await tx.dataPlan.createMany({
      data: added.map(({ code, ...facts }) => ({ ...facts, planId: code, providerService, providerCode: code })),
    });
    const moved = [...changed, ...returned].map(({ now }) => now);
    await updatePlans(tx, providerService, moved);
    const gone = withdrawn.map(({ id }) => id);
    await tx.$executeRaw(sql`UPDATE data_plan SET is_active = false, updated_at = now() WHERE id = ANY (${gone})`);
    const doubtful = new Set(changes.doubtful.map(({ now }) => now.code));
    const seen = codes.filter((code) => !doubtful.has(code));
    await tx.$executeRaw(sql`
      UPDATE data_plan SET cost_seen_at = clock_timestamp()
       WHERE provider_service = ${providerService} AND is_active AND provider_code = ANY (${seen})`);
    const action = syncAction(providerService, {
      added: added.map(({ code }) => code),
      changed: changed.map(({ now }) => now.code),
      returned: returned.map(({ now }) => now.code),
      gone: withdrawn.map(({ providerCode }) => providerCode),
    });
    if (action !== null) await insertAction(tx, by.actor, by.origin, action);
    await markPlansBelowCost(tx, 'catalogue');
    return changes;
  });
}

/** Gives plans that no sync writes any more, such as announced ones and those that are gone, names of our form. */
export function tidyPlanNames(db: Db): Promise<void> {
  return withCatalogueLock(db, async (tx) => {
    const plans = await tx.dataPlan.findMany({
      select: { id: true, network: true, name: true, providerService: true },
    });
    const renamed = plans.flatMap(({ id, network, name, providerService }) => {
      const names = parsePlanName(network as DataNetwork, name, providerService ?? '');
      return names.name === name ? [] : [{ id, ...names }];
    });
    await tx.$executeRaw(sql`
      UPDATE data_plan p SET name = x.name, plan_name = x."planName", validity = x.validity
        FROM jsonb_to_recordset(${JSON.stringify(renamed)}::jsonb)
             AS x (id integer, name text, "planName" text, validity text)
       WHERE p.id = x.id`);
  });
}

/** Leaves the plan_id as it is: a plan that an operator withdrew stays withdrawn. */
function updatePlans(tx: DbOrTransaction, serviceId: string, plans: CodedPlan[]): Promise<unknown> {
  return tx.$executeRaw(sql`
    UPDATE data_plan p
       SET network = x.network, name = x.name, plan_name = x."planName", validity = x.validity,
           cost_kobo = x."costKobo", is_active = true, updated_at = now()
      FROM jsonb_to_recordset(${jsonRows(plans)}::jsonb)
           AS x (code text, network text, name text, "planName" text, validity text, "costKobo" bigint)
     WHERE p.provider_service = ${serviceId} AND p.provider_code = x.code`);
}

export function withCatalogueLock<T>(db: Db, work: (tx: DbOrTransaction) => Promise<T>): Promise<T> {
  return db.$transaction(async (tx) => {
    await lockCatalogue(tx);
    return work(tx);
  });
}

/**
 * Every transaction that assigns a plan_id holds this lock, so that what it read of the catalogue stays true until it
 * writes. It has two keys, because advisory locks with one key are those of the clients' references.
 */
export async function lockCatalogue(tx: DbOrTransaction): Promise<void> {
  await tx.$executeRaw(sql`SELECT pg_advisory_xact_lock('data_plan'::regclass::integer, 0)`);
}

// ---- changes by an operator

/** Lists a plan that no provider sells yet; nobody can buy it. Returns its id, and its name as clients see it. */
export function insertAnnounced(
  db: DbOrTransaction,
  plan: { network: DataNetwork; name: string; costKobo: bigint },
): Promise<{ id: number; name: string }> {
  const names = parsePlanName(plan.network, plan.name);
  return db.dataPlan.create({ data: { ...plan, ...names }, select: { id: true, name: true } });
}

/** Takes an announced plan out of the list. False when no listed plan has this id, or it is not an announced one. */
export async function setGone(db: DbOrTransaction, id: number): Promise<boolean> {
  const retired = await db.$executeRaw(sql`
    UPDATE data_plan SET is_active = false, updated_at = now()
     WHERE id = ${id} AND provider_code IS NULL AND is_active`);
  return retired === 1;
}

/** Stops the sale of a plan, which stays listed. Returns its id; null without such a plan. */
export async function clearPlanId(db: DbOrTransaction, planId: string): Promise<number | null> {
  await lockCatalogue(db); // before the row: a sync locks rows after the listings (note_listings)
  const [row] = await db.$queryRaw<{ id: number }[]>(sql`
    UPDATE data_plan SET plan_id = NULL, updated_at = now() WHERE plan_id = ${planId} RETURNING id`);
  await markPlansBelowCost(db, 'catalogue');
  return row?.id ?? null;
}

/** `not_withdrawn`: nobody withdrew the plan, or the provider never sold it. */
export type Restoration =
  | { kind: 'restored'; planId: string }
  | Refused<'no_such_plan_row' | 'not_withdrawn' | 'plan_id_taken'>;

/** Sells a withdrawn plan again. Until the transaction ends, all others that assign a plan_id wait. */
export async function giveBackPlanId(tx: DbOrTransaction, id: number): Promise<Restoration> {
  await lockCatalogue(tx);
  const plan = await tx.dataPlan.findUnique({ where: { id } });
  if (plan === null) return { kind: 'no_such_plan_row', id };
  if (plan.planId !== null || plan.providerCode === null) return { kind: 'not_withdrawn', id };
  if ((await tx.dataPlan.count({ where: { planId: plan.providerCode } })) > 0) return { kind: 'plan_id_taken', id };
  await tx.$executeRaw(sql`UPDATE data_plan SET plan_id = provider_code, updated_at = now() WHERE id = ${id}`);
  await markPlansBelowCost(tx, 'catalogue');
  return { kind: 'restored', planId: plan.providerCode };
}
