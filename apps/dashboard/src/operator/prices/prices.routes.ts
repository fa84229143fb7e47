import { withAuditLog } from '@topup/core/audit';
import {
  type ClearOutcome,
  clearPlanPrice,
  type OwnPrice,
  type PriceOutcome,
  setPlanPrice,
} from '@topup/core/catalogue';
import { assertNever, formatNaira } from '@topup/core/shared';
import { type RequestHandler, Router } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { actorOf, originOf } from '../../http/audit';
import { readFields } from '../../http/read-fields';
import { line, naira, percent } from '../operator.input';
import { belowCost, forceNeedsPrice, noSuchPlan, noSuchTier } from '../refusals';

/** Prices of single data plans in a tier, instead of the tier's markup. */
export function priceRoutes(deps: Pick<Deps, 'db'>): Router {
  const router = Router();
  router.post('/prices', set(deps));
  router.post('/prices/clear', clear(deps));
  return router;
}

type Priced = { tier: string; planId: string };
type Given = Priced & { price?: bigint; markupPercent?: number; force: boolean };

const GIVEN = Joi.object<Given>({
  tier: line,
  planId: line,
  price: naira.optional(),
  markupPercent: percent.optional(),
  force: Joi.boolean().strict().default(false),
})
  .xor('price', 'markupPercent')
  .messages({
    'object.missing': 'give price or markupPercent, one of the two',
    'object.xor': 'give price or markupPercent, one of the two',
  });

/** Sets an exact price, or a markup over cost. An exact price below cost is refused unless it is forced. */
function set({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    const { tier, planId, price, markupPercent, force } = readFields(GIVEN, request.body);
    if (force && price === undefined) throw forceNeedsPrice();
    const own: OwnPrice = price === undefined ? { markupBps: markupPercent ?? 0 } : { priceKobo: price };
    const outcome = await withAuditLog<PriceOutcome>(db, actorOf(response), originOf(response), async (tx) => {
      const result = await setPlanPrice(tx, tier, planId, own, { belowCostAllowed: force });
      if (result.kind !== 'set') return { result, action: null };
      const details = {
        tier,
        price: formatNaira(result.priceKobo),
        cost: formatNaira(result.costKobo),
        ...(markupPercent === undefined ? {} : { markupPercent: (markupPercent / 100).toFixed(2) }),
        ...(force && { belowCost: 'allowed' }),
      };
      return { result, action: { action: 'price.set', subject: planId, details } };
    });
    switch (outcome.kind) {
      case 'set':
        return void response.json({
          tier,
          planId,
          price: formatNaira(outcome.priceKobo),
          cost: formatNaira(outcome.costKobo),
        });
      case 'below_cost':
        throw belowCost(planId, outcome.costKobo);
      case 'no_such_tier':
        throw noSuchTier(tier);
      case 'no_such_plan':
        throw noSuchPlan(planId);
      default:
        return assertNever(outcome);
    }
  };
}

/** Returns to the tier's markup. */
function clear({ db }: Pick<Deps, 'db'>): RequestHandler {
  const body = Joi.object<Priced>({ tier: line, planId: line });
  return async (request, response) => {
    const { tier, planId } = readFields(body, request.body);
    const outcome = await withAuditLog<ClearOutcome>(db, actorOf(response), originOf(response), async (tx) => {
      const result = await clearPlanPrice(tx, tier, planId);
      if (result.kind !== 'cleared') return { result, action: null };
      return {
        result,
        action: { action: 'price.clear', subject: planId, details: { tier, price: formatNaira(result.priceKobo) } },
      };
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
      case 'no_such_tier':
        throw noSuchTier(tier);
      case 'no_such_plan':
        throw noSuchPlan(planId);
      default:
        return assertNever(outcome);
    }
  };
}
