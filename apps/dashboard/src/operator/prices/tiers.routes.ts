import { listTiers, type TierSummary } from '@topup/core/account';
import { addTier, changeMarkup, previewMarkup } from '@topup/core/catalogue';
import { formatPercent } from '@topup/core/shared';
import type { TierRow } from '@topup/dashboard-contract';
import { type RequestHandler, Router } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { change } from '../../http/change';
import { columnsOf } from '../../http/csv';
import { readQuery } from '../../http/read-fields';
import { done } from '../../http/refusal';
import { type ListDeps, serveWhole } from '../list-routes';
import { name, percent } from '../operator.input';
import { seenField, toPreview } from './preview-prices';

/** Tiers: the markup over cost that accounts pay for data plans. */
export function tierRoutes(deps: ListDeps): Router {
  const router = Router();
  serveWhole(router, deps, {
    path: '/tiers',
    file: 'tiers',
    filters: {},
    read: async (): Promise<TierRow[]> => (await listTiers(deps.db)).map(toTierRow),
    columns: columnsOf<TierRow>()(['id,name,markup_percent']),
  });
  router.post('/tiers', set(deps));
  router.get('/tiers/preview', preview(deps));
  return router;
}

const GIVEN = Joi.object<{ name: string; markupPercent: number; seen?: string }>({
  name,
  markupPercent: percent,
  seen: seenField,
});

/** What another markup of a tier would do. */
function preview(deps: Pick<Deps, 'db' | 'clock'>): RequestHandler {
  return async (request, response) => {
    const { name, markupPercent: markupBps } = readQuery(GIVEN, request);
    response.json(toPreview(done(await previewMarkup(deps, { tier: name, markupBps }))));
  };
}

/** Creates a tier, or changes the markup of the tier of that name. */
const set = ({ db }: Pick<Deps, 'db'>): RequestHandler =>
  change({
    body: GIVEN,
    make: async ({ name, markupPercent: markupBps, seen }, by) => {
      const added = await addTier(db, by, { name, markupBps });
      return added.kind === 'created' ? added : changeMarkup(db, by, { tier: name, markupBps }, seen);
    },
    answer: ({ tier }): TierRow => toTierRow(tier),
  });

const toTierRow = ({ id, name, markupBps }: TierSummary): TierRow => ({
  id,
  name,
  markupPercent: formatPercent(markupBps),
});
