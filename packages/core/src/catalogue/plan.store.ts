import { insertAction, type NewAction } from '../audit/action.store';
import type { By } from '../audit/actor';
import type { Refused } from '../errors/refusal-catalog';
import type { Prisma } from '../generated/prisma/client';
import type { DataNetwork } from '../product/data';
import type { Variation } from '../provider/provider.port';
import { type Db, type DbOrTransaction, sql } from '../shared/db';
import { parsePlanName } from './parse-plan-name';
import { type DataService, type PlanChanges, type PlanFacts, planChanges } from './plan-changes';
import { markPlansBelowCost } from './stop.store';

// ---- changes from the provider's list

/**
 * Makes the rows of a service equal to the provider's list, in one transaction. Syncs take turns, so that each compares
 * with what the one before has written. What changed is recorded, and the cost of every listed plan is confirmed. A
 * lower cost that the role of `ops` or the dashboard writes holds once a worker has read it too (hold_lower_cost).
 * @param listed the provider's list, each code once
 * @param careful leave a plan as it is whose cost falls by more than half
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
    await insertPlans(tx, service.serviceId, changes.added);
    await updatePlans(tx, service.serviceId, [...changes.changed, ...changes.returned]);
    const gone = changes.withdrawn.map(({ id }) => id);
    await tx.$executeRaw(sql`UPDATE data_plan SET is_active = false, updated_at = now() WHERE id = ANY (${gone})`);
    const doubtful = new Set(changes.doubtful.map(({ now }) => now.code));
    const seen = codes.filter((code) => !doubtful.has(code));
    await tx.$executeRaw(sql`
      UPDATE data_plan SET cost_seen_at = clock_timestamp()
       WHERE provider_service = ${service.serviceId} AND is_active AND provider_code = ANY (${seen})`);
    const action = syncAction(service, changes);
    if (action !== null) await insertAction(tx, by.actor, by.origin, action);
    await markPlansBelowCost(tx, 'catalogue');
    return changes;
  });
}

/** Null when the list is as the rows were. At most 20 plans of each kind are named. */
function syncAction({ serviceId }: DataService, changes: PlanChanges): NewAction | null {
  const { added, changed, returned, withdrawn } = changes;
  const named = Object.entries({
    added: added.map(({ code }) => code),
    changed: changed.map(({ now }) => now.code),
    returned: returned.map(({ now }) => now.code),
    gone: withdrawn.map(({ providerCode }) => providerCode),
  }).flatMap(([kind, codes]): [string, string][] => (codes.length === 0 ? [] : [[kind, named20(codes)]]));
  if (named.length === 0) return null;
  return { action: 'catalogue.change', subject: serviceId, details: Object.fromEntries(named) };
}

const named20 = (codes: (string | null)[]): string =>
  codes.slice(0, 20).join(', ') + (codes.length > 20 ? ` and ${codes.length - 20} more` : '');

/** Gives plans that no sync writes any more, such as announced ones and those that are gone, names of our form. */
export function tidyPlanNames(db: Db): Promise<void> {
  return withCatalogueLock(db, async (tx) => {
    const plans = await tx.dataPlan.findMany({
      select: { id: true, network: true, name: true, providerService: true },
    });
    const renamed = plans.flatMap(({ id, network, name, providerService }) => {
      const names = parsePlanName(network as DataNetwork, name, providerService ?? '');
      return names.name === name ? [] : [{ id, name: names.name, plan_name: names.planName, validity: names.validity }];
    });
    await tx.$executeRaw(sql`
      UPDATE data_plan p SET name = x.name, plan_name = x.plan_name, validity = x.validity
        FROM jsonb_to_recordset(${JSON.stringify(renamed)}::jsonb) AS x (id integer, name text, plan_name text, validity text)
       WHERE p.id = x.id`);
  });
}

function insertPlans(tx: Prisma.TransactionClient, serviceId: string, plans: PlanFacts[]): Promise<unknown> {
  const data = plans.map(({ code, ...facts }) => ({
    ...facts,
    planId: code,
    providerService: serviceId,
    providerCode: code,
  }));
  return tx.dataPlan.createMany({ data });
}

/** Leaves the plan_id as it is: a plan that an operator withdrew stays withdrawn. */
function updatePlans(tx: Prisma.TransactionClient, serviceId: string, plans: { now: PlanFacts }[]): Promise<unknown> {
  const rows = plans.map(({ now: { costKobo, planName, ...facts } }) => ({
    ...facts,
    plan_name: planName,
    cost_kobo: costKobo.toString(),
  }));
  return tx.$executeRaw(sql`
    UPDATE data_plan p
       SET network = x.network, name = x.name, plan_name = x.plan_name, validity = x.validity, cost_kobo = x.cost_kobo,
           is_active = true, updated_at = now()
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
           AS x (code text, network text, name text, plan_name text, validity text, cost_kobo bigint)
     WHERE p.provider_service = ${serviceId} AND p.provider_code = x.code`);
}

/** Runs `work` under the lock of the catalogue. */
export function withCatalogueLock<T>(db: Db, work: (tx: Prisma.TransactionClient) => Promise<T>): Promise<T> {
  return db.$transaction(async (tx) => {
    await lockCatalogue(tx);
    return work(tx);
  });
}

/**
 * Every transaction that assigns a plan_id holds this lock, so that what it read of the catalogue stays true until it
 * writes. It has two keys, because advisory locks with one key are those of the clients' references.
 */
export async function lockCatalogue(tx: Prisma.TransactionClient): Promise<void> {
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

/**
 * Stops the sale of a plan, which stays listed. Returns its id, with which it can be restored; null without such a
 * plan.
 */
export async function clearPlanId(db: DbOrTransaction, planId: string): Promise<number | null> {
  const [row] = await db.$queryRaw<{ id: number }[]>(sql`
    UPDATE data_plan SET plan_id = NULL, updated_at = now() WHERE plan_id = ${planId} RETURNING id`);
  await markPlansBelowCost(db, 'catalogue');
  return row?.id ?? null;
}

/**
 * - `restored`: the plan has its plan_id again, and is for sale if the provider still sells it.
 * - `no_such_plan_row`: no plan has this id.
 * - `not_withdrawn`: nobody withdrew the plan, or the provider never sold it.
 * - `plan_id_taken`: another plan now has the same plan_id.
 */
export type Restoration =
  | { kind: 'restored'; planId: string }
  | Refused<'no_such_plan_row' | 'not_withdrawn' | 'plan_id_taken'>;

/** Sells a withdrawn plan again. Until the transaction ends, all others that assign a plan_id wait. */
export async function giveBackPlanId(tx: Prisma.TransactionClient, id: number): Promise<Restoration> {
  await lockCatalogue(tx);
  const plan = await tx.dataPlan.findUnique({ where: { id } });
  if (plan === null) return { kind: 'no_such_plan_row', id };
  if (plan.planId !== null || plan.providerCode === null) return { kind: 'not_withdrawn', id };
  if ((await tx.dataPlan.count({ where: { planId: plan.providerCode } })) > 0) return { kind: 'plan_id_taken', id };
  await tx.$executeRaw(sql`UPDATE data_plan SET plan_id = provider_code, updated_at = now() WHERE id = ${id}`);
  await markPlansBelowCost(tx, 'catalogue');
  return { kind: 'restored', planId: plan.providerCode };
}
