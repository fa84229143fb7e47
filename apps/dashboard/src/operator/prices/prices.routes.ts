import { changePrice, clearPrice, type PriceOrder, previewClear, previewPrice } from '@topup/core/catalogue';
import { formatNaira } from '@topup/core/shared';
import { type RequestHandler, Router } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { byOf } from '../../http/audit';
import { change } from '../../http/change';
import { line, readQuery } from '../../http/read-fields';
import { done, refusalOf } from '../../http/refusal';
import { approvalNote, naira, percent } from '../operator.input';
import { seenField, toPreview } from './preview-prices';

/** Prices of single data plans in a tier, instead of the tier's markup. */
export function priceRoutes(deps: Pick<Deps, 'db' | 'clock'>): Router {
  const router = Router();
  router.post('/prices', set(deps));
  router.get('/prices/preview', previewSet(deps));
  router.post('/prices/clear', clear(deps));
  router.get('/prices/clear/preview', previewCleared(deps));
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
function toOrder({ tier, planId, price, markupPercent, force }: Given): PriceOrder {
  if (force && price === undefined) throw refusalOf({ kind: 'force_needs_price' });
  return { tier, planId, force, price: price === undefined ? { markupBps: markupPercent ?? 0 } : { priceKobo: price } };
}

/**
 * Sets an exact price, or a markup over cost. An exact price below cost is refused unless it is forced, and needs a
 * second operator when it loses more than 10 % of the cost.
 */
const set = ({ db }: Pick<Deps, 'db'>): RequestHandler =>
  change({
    body: GIVEN,
    make: async (given, by) => {
      const { seen, approvalNote: note } = given;
      return changePrice(db, by, toOrder(given), { seen, note });
    },
    answer: ({ priceKobo, costKobo }, { tier, planId }) => {
      return { tier, planId, price: formatNaira(priceKobo), cost: formatNaira(costKobo) };
    },
  });

/** What the price would do. If it needs an approval, the preview says only that. */
function previewSet(deps: Pick<Deps, 'db' | 'clock'>): RequestHandler {
  return async (request, response) => {
    const order = toOrder(readQuery(LOOKED_AT, request));
    response.json(toPreview(done(await previewPrice(deps, byOf(response), order))));
  };
}

const CLEARED = Joi.object<Priced>({ tier: line, planId: line, seen: seenField });

/** What the return to the tier's markup would do. */
function previewCleared(deps: Pick<Deps, 'db' | 'clock'>): RequestHandler {
  return async (request, response) => {
    response.json(toPreview(done(await previewClear(deps, readQuery(CLEARED, request)))));
  };
}

/** Returns to the tier's markup. */
const clear = ({ db }: Pick<Deps, 'db'>): RequestHandler =>
  change({
    body: CLEARED,
    make: ({ seen, ...plan }, by) => clearPrice(db, by, plan, seen),
    answer: ({ kind, priceKobo }, { tier, planId }) => {
      return { tier, planId, cleared: kind === 'cleared', price: formatNaira(priceKobo) };
    },
  });
