import { listTiers, type TierSummary } from '@topup/core/account';
import {
  addTier,
  changeMarkup,
  changePrice,
  clearPrice,
  effectToJson,
  type Preview,
  type PriceOrder,
  previewClear,
  previewMarkup,
  previewPrice,
} from '@topup/core/catalogue';
import { formatPercent, toWire } from '@topup/core/shared';
import type { PricePreview, TierRow } from '@topup/dashboard-contract';
import { Router } from 'express';
import Joi from 'joi';
import { byOf } from '../../auth/signed-in';
import { serveChange } from '../../http/change';
import { columnsOf } from '../../http/csv';
import { type ListDeps, serveWhole } from '../../http/lists';
import { line, readQuery } from '../../http/read-fields';
import { done, refusalOf } from '../../http/refusal';
import { approvalNote, naira, name, percent } from '../operator.input';

/** The preview that the operator looked at, by its `seen`. Absent: the change is made unseen. */
const seen = Joi.string().max(100);

type Priced = { tier: string; planId: string; seen?: string };
type Given = Priced & { price?: bigint; markupPercent?: number; force: boolean; approvalNote?: string };

const given = (force: Joi.BooleanSchema) =>
  Joi.object<Given>({
    tier: line,
    planId: line,
    seen,
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
const CLEARED = Joi.object<Priced>({ tier: line, planId: line, seen });
const MARKUP = Joi.object<{ name: string; markupPercent: number; seen?: string }>({
  name,
  markupPercent: percent,
  seen,
});

/** Prices of single data plans in a tier, instead of the tier's markup; and what a change of them would do. */
export function priceRoutes(deps: ListDeps): Router {
  const { db } = deps;
  const router = Router();
  // an exact price below cost is refused unless it is forced, and needs a second operator when it loses more than 10 %
  serveChange(router, '/prices', {
    body: GIVEN,
    make: async (given, by) => changePrice(db, by, toOrder(given), { seen: given.seen, note: given.approvalNote }),
    answer: ({ priceKobo, costKobo }, { tier, planId }) => toWire({ tier, planId, priceKobo, costKobo }),
  });
  // if it needs an approval, the preview says only that
  router.get('/prices/preview', async (request, response) => {
    const order = toOrder(readQuery(LOOKED_AT, request));
    response.json(toPreview(done(await previewPrice(deps, byOf(response), order))));
  });
  // returns to the tier's markup
  serveChange(router, '/prices/clear', {
    body: CLEARED,
    make: ({ seen, ...plan }, by) => clearPrice(db, by, plan, seen),
    answer: ({ kind, priceKobo }, { tier, planId }) => toWire({ tier, planId, cleared: kind === 'cleared', priceKobo }),
  });
  router.get('/prices/clear/preview', async (request, response) => {
    response.json(toPreview(done(await previewClear(deps, readQuery(CLEARED, request)))));
  });
  return router;
}

/** @throws Refusal when a price by markup is forced */
function toOrder({ tier, planId, price, markupPercent, force }: Given): PriceOrder {
  if (force && price === undefined) throw refusalOf({ kind: 'force_needs_price' });
  return { tier, planId, force, price: price === undefined ? { markupBps: markupPercent ?? 0 } : { priceKobo: price } };
}

/** Tiers, with their markup over the cost of data plans. */
export function tierRoutes(deps: ListDeps): Router {
  const { db } = deps;
  const router = Router();
  serveWhole(router, deps, {
    path: '/tiers',
    file: 'tiers',
    read: async (): Promise<TierRow[]> => (await listTiers(db)).map(toTierRow),
    columns: columnsOf<TierRow>()(['id,name,markup_percent']),
  });
  // creates a tier, or changes the markup of the tier of that name
  serveChange(router, '/tiers', {
    body: MARKUP,
    make: async ({ name, markupPercent: markupBps, seen }, by) => {
      const added = await addTier(db, by, { name, markupBps });
      return added.kind === 'created' ? added : changeMarkup(db, by, { tier: name, markupBps }, seen);
    },
    answer: ({ tier }): TierRow => toTierRow(tier),
  });
  router.get('/tiers/preview', async (request, response) => {
    const { name: tier, markupPercent: markupBps } = readQuery(MARKUP, request);
    response.json(toPreview(done(await previewMarkup(deps, { tier, markupBps }))));
  });
  return router;
}

const toPreview = ({ effect, seen }: Preview<unknown>): PricePreview => ({ ...effectToJson(effect), seen });

const toTierRow = ({ id, name, markupBps }: TierSummary): TierRow => ({
  id,
  name,
  markupPercent: formatPercent(markupBps),
});
