import { type ChangedMarkup, type CreatedTier, createTier, listTiers, setTierMarkup } from '../account/tier.store';
import type { By } from '../audit/actor';
import { type Recorded, recording, TakenBack, withFreshAuditLog } from '../audit/with-audit-log';
import { isRefused, type Refused } from '../errors/refusal-catalog';
import { type GuardActor, type GuardRefusal, guardActorOf, isGuardRefusal } from '../operator-guard/guarded-action';
import { type AskedApproval, type Tried, tryGuarded } from '../operator-guard/try-guarded';
import type { Clock } from '../shared/clock';
import type { Db, DbOrTransaction } from '../shared/db';
import { priceActions } from './catalogue-actions';
import { clearPlanPrice, type OwnPrice, setPlanPrice } from './price.store';
import { comparePrices, digestOf, type PriceEffect, readPriceEffect, withoutSaving } from './price-effect';

// Changes to the prices of tiers for data plans; a preview makes the change and rolls it back, so that the rules of the
// change itself judge it. `seen` names what was looked at; absent, the change is made unseen.

/** `result`: what the change would be. `effect`: on prices, margins and accounts. */
export type Preview<T> = { kind: 'previewed'; result: T; effect: PriceEffect; seen: string };

type Deps = { db: Db; clock: Pick<Clock, 'now' | 'monotonicMs'> };
type Stale = Refused<'preview_stale'>;

/** Adds a tier. `markupBps`: what is added to the cost of a data plan, in hundredths of a percent. */
export const addTier = (db: Db, by: By, tier: { name: string; markupBps: number }): Promise<CreatedTier> =>
  withFreshAuditLog(db, by, async (tx) =>
    recording(await createTier(tx, tier), ({ tier }) => priceActions.tierCreated(tier)),
  );

// ---- the markup of a tier

type Markup = { tier: string; markupBps: number };

const setMarkup =
  ({ tier, markupBps }: Markup) =>
  async (tx: DbOrTransaction): Promise<Recorded<ChangedMarkup>> => {
    const was = (await listTiers(tx)).find(({ name }) => name === tier) ?? null;
    const outcome = await setTierMarkup(tx, { name: tier, markupBps });
    return recording(outcome, () => was && priceActions.markup(was, markupBps));
  };

/** Changes what a tier adds to the cost of every plan that has no price of its own. */
export const changeMarkup = (db: Db, by: By, markup: Markup, seen?: string): Promise<ChangedMarkup | Stale> =>
  withFreshAuditLog<ChangedMarkup | Stale>(db, by, (tx) => asSeen(tx, markup, seen, setMarkup(markup)));

export const previewMarkup = (deps: Deps, markup: Markup) => preview(deps, markup, setMarkup(markup));

// ---- the price of one plan

/** `force`: an exact price may be below cost. `planId`: of the plan. */
export type PriceOrder = { tier: string; planId: string; price: OwnPrice; force: boolean };
type ChangedPrice =
  | { kind: 'set'; priceKobo: bigint; costKobo: bigint }
  | Refused<'below_cost' | 'no_such_tier' | 'no_such_plan'>;

const setPrice =
  ({ tier, planId, price, force }: PriceOrder, actor: GuardActor) =>
  async (tx: DbOrTransaction): Promise<Tried<ChangedPrice>> => {
    const outcome = await setPlanPrice(tx, tier, planId, price, { belowCostAllowed: force, actor });
    if (isGuardRefusal(outcome)) {
      if (!('priceKobo' in price)) throw new Error('a price by markup is never below cost');
      return { refusal: outcome, guarded: { kind: 'price', tier, planId, ...price, costKobo: outcome.costKobo } };
    }
    return recording(outcome, ({ before, after, costKobo }) => priceActions.set(tier, planId, before, after, costKobo));
  };

/** Sets what a tier pays for a plan, or asks, with the note, for the approval that a great loss needs. */
export const changePrice = (
  db: Db,
  by: By,
  order: PriceOrder,
  { seen, note }: { seen?: string | undefined; note?: string | undefined },
): Promise<ChangedPrice | AskedApproval | GuardRefusal | Stale> =>
  tryGuarded<ChangedPrice | Stale>(db, by, note, (tx, actor) => asSeen(tx, order, seen, setPrice(order, actor)));

/** If the price needs an approval, the preview says only that. */
export const previewPrice = (deps: Deps, by: By, order: PriceOrder) =>
  preview(deps, order, setPrice(order, guardActorOf(by.actor)));

/** The effect of an exact price as if it were set, even if it is refused. */
export async function effectOfPrice(
  deps: Deps,
  { tier, planId }: Pick<PriceOrder, 'tier' | 'planId'>,
  priceKobo: bigint,
): Promise<PriceEffect> {
  const { prices } = await comparePrices(deps.db, tier, async () => undefined);
  const after = prices.after.map((plan) => (plan.planId === planId ? { ...plan, priceKobo } : plan));
  return readPriceEffect(deps, { ...prices, after }, planId);
}

// ---- back to the markup

type Plan = { tier: string; planId: string };
/** `not_set`: the tier had no price of its own. `priceKobo`: what it pays now. */
type ClearedPrice = { kind: 'cleared' | 'not_set'; priceKobo: bigint } | Refused<'no_such_tier' | 'no_such_plan'>;

const removePrice =
  ({ tier, planId }: Plan) =>
  async (tx: DbOrTransaction): Promise<Recorded<ClearedPrice>> => {
    const outcome = await clearPlanPrice(tx, tier, planId);
    return recording(outcome, (done) =>
      done.kind === 'cleared' ? priceActions.cleared(tier, planId, done.before, done.after) : null,
    );
  };

/** Returns to the markup of the tier. */
export const clearPrice = (db: Db, by: By, plan: Plan, seen?: string): Promise<ClearedPrice | Stale> =>
  withFreshAuditLog<ClearedPrice | Stale>(db, by, (tx) => asSeen(tx, plan, seen, removePrice(plan)));

export const previewClear = (deps: Deps, plan: Plan) => preview(deps, plan, removePrice(plan));

// ---- shared

async function preview<T extends { kind: string }>(
  deps: Deps,
  { tier, planId }: { tier: string; planId?: string },
  change: (tx: DbOrTransaction) => Promise<Tried<T>>,
): Promise<Preview<Exclude<T, Refused>> | Extract<T, Refused> | GuardRefusal> {
  const { result: tried, prices } = await withoutSaving(deps.db, (tx) => comparePrices(tx, tier, () => change(tx)));
  if ('refusal' in tried) return tried.refusal;
  if (isRefused(tried.result)) return tried.result as Extract<T, Refused>;
  const effect = await readPriceEffect(deps, prices, planId);
  return { kind: 'previewed', result: tried.result as Exclude<T, Refused>, effect, seen: digestOf(prices) };
}

/** Makes the change that was looked at, and saves nothing when it would now do something else. */
async function asSeen<T>(
  tx: DbOrTransaction,
  { tier }: { tier: string },
  seen: string | undefined,
  change: (tx: DbOrTransaction) => Promise<T>,
): Promise<T> {
  if (seen === undefined) return change(tx);
  const { result, prices } = await comparePrices(tx, tier, () => change(tx));
  if (digestOf(prices) !== seen) throw new TakenBack({ kind: 'preview_stale' });
  return result;
}
