import { priceActions } from '@topup/core/audit';
import {
  type ClearOutcome,
  clearPlanPrice,
  type OwnPrice,
  type PriceOutcome,
  setPlanPrice,
} from '@topup/core/catalogue';
import { guardActorOf, isGuardRefusal } from '@topup/core/operator-guard';
import { assertNever, formatNaira } from '@topup/core/shared';
import type { PricePreview } from '@topup/dashboard-contract';
import { type RequestHandler, Router } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { actorOf, withFreshFactor } from '../../http/audit';
import { line, readFields, readQuery } from '../../http/read-fields';
import type { Refusal } from '../../http/refusal';
import { isAsked, sendAsked, tryStep } from '../approvals/try-step';
import { approvalNote, naira, percent } from '../operator.input';
import { belowCost, forceNeedsPrice, guardRefused, noSuchPlan, noSuchTier } from '../refusals';
import { asPreviewed, previewPrices, seenField } from './preview-prices';

/** Prices of single data plans in a tier, instead of the tier's markup. */
export function priceRoutes(deps: Pick<Deps, 'db' | 'clock'>): Router {
  const router = Router();
  router.post('/prices', set(deps));
  router.get('/prices/preview', previewSet(deps));
  router.post('/prices/clear', clear(deps));
  router.get('/prices/clear/preview', previewClear(deps));
  return router;
}

type Priced = { tier: string; planId: string; seen?: string };
type Given = Priced & { price?: bigint; markupPercent?: number; force: boolean; approvalNote?: string };

const given = (force: Joi.BooleanSchema) =>
  Joi.object<Given>({
    tier: line,
    planId: line,
    seen: seenField,
    price: naira.optional(),
    markupPercent: percent.optional(),
    force: force.default(false),
    approvalNote,
  })
    .xor('price', 'markupPercent')
    .messages({
      'object.missing': 'enter a price or a markup, not both',
      'object.xor': 'enter a price or a markup, not both',
    });

const GIVEN = given(Joi.boolean().strict());
/** In a query, everything is text. */
const LOOKED_AT = given(Joi.boolean());

/** @throws Refusal when a price by markup is forced */
function toOwnPrice({ price, markupPercent, force }: Given): OwnPrice {
  if (force && price === undefined) throw forceNeedsPrice();
  return price === undefined ? { markupBps: markupPercent ?? 0 } : { priceKobo: price };
}

/**
 * Sets an exact price, or a markup over cost. An exact price below cost is refused unless it is forced, and needs a
 * second operator when it loses more than 10 % of the cost.
 */
function set({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    const given = readFields(GIVEN, request.body);
    const [{ tier, planId, force }, own] = [given, toOwnPrice(given)];
    const outcome = await tryStep<PriceOutcome>(db, response, given.approvalNote, async (tx, actor) => {
      const result = await asPreviewed(tx, given, () =>
        setPlanPrice(tx, tier, planId, own, { belowCostAllowed: force, actor }),
      );
      if (isGuardRefusal(result) && 'priceKobo' in own)
        return { refusal: result, guarded: { kind: 'price', tier, planId, ...own, costKobo: result.costKobo } };
      if (result.kind !== 'set') return { done: result, action: null };
      const { before, after, costKobo } = result;
      return { done: result, action: priceActions.set(tier, planId, before, after, costKobo) };
    });
    if (isAsked(outcome)) return sendAsked(response, outcome);
    switch (outcome.kind) {
      case 'set':
        return void response.json({
          tier,
          planId,
          price: formatNaira(outcome.priceKobo),
          cost: formatNaira(outcome.costKobo),
        });
      default:
        throw declined(given, outcome);
    }
  };
}

type Declined = Exclude<PriceOutcome | ClearOutcome, { kind: 'set' | 'cleared' | 'not_set' }>;

function declined({ tier, planId }: Priced, outcome: Declined): Refusal {
  switch (outcome.kind) {
    case 'below_cost':
      return belowCost(planId, outcome.costKobo);
    case 'no_such_tier':
      return noSuchTier(tier);
    case 'no_such_plan':
      return noSuchPlan(planId);
    case 'approval_needed':
    case 'cap_exceeded':
      return guardRefused(outcome);
    default:
      return assertNever(outcome);
  }
}

/** What the price would do. If it needs an approval, the preview says only that. */
function previewSet(deps: Pick<Deps, 'db' | 'clock'>): RequestHandler {
  return async (request, response) => {
    const given = readQuery(LOOKED_AT, request);
    const own = toOwnPrice(given);
    const { result, preview } = await previewPrices(deps, given, (tx) =>
      setPlanPrice(tx, given.tier, given.planId, own, {
        belowCostAllowed: given.force,
        actor: guardActorOf(actorOf(response)),
      }),
    );
    if (result.kind !== 'set') throw declined(given, result);
    response.json(preview satisfies PricePreview);
  };
}

const CLEARED = Joi.object<Priced>({ tier: line, planId: line, seen: seenField });

/** What the return to the tier's markup would do. */
function previewClear(deps: Pick<Deps, 'db' | 'clock'>): RequestHandler {
  return async (request, response) => {
    const given = readQuery(CLEARED, request);
    const { result, preview } = await previewPrices(deps, given, (tx) => clearPlanPrice(tx, given.tier, given.planId));
    if (result.kind !== 'cleared' && result.kind !== 'not_set') throw declined(given, result);
    response.json(preview satisfies PricePreview);
  };
}

/** Returns to the tier's markup. */
function clear({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    const { tier, planId, seen } = readFields(CLEARED, request.body);
    const outcome = await withFreshFactor<ClearOutcome>(db, response, async (tx) => {
      const result = await asPreviewed(tx, { tier, ...(seen && { seen }) }, () => clearPlanPrice(tx, tier, planId));
      if (result.kind !== 'cleared') return { result, action: null };
      return { result, action: priceActions.cleared(tier, planId, result.before, result.after) };
    });
    switch (outcome.kind) {
      case 'cleared':
      case 'not_set':
        return void response.json({
          tier,
          planId,
          cleared: outcome.kind === 'cleared',
          price: formatNaira(outcome.priceKobo),
        });
      default:
        throw declined({ tier, planId }, outcome);
    }
  };
}
