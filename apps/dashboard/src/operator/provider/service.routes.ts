import type { ProductType } from '@topup/core/product';
import { announce, listServicesOnSale, withdrawAnnouncement } from '@topup/core/routing';
import { toWire } from '@topup/core/shared';
import { readMoment } from '@topup/core/time';
import type { ServiceAnnounced, ServiceRow } from '@topup/dashboard-contract';
import { Router } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { serveChange } from '../../http/change';
import { query } from '../../http/query';
import { line, textRule } from '../../http/read-fields';

type Service = { product: ProductType; service: string };
type Announcement = Service & { message: string; until: Date };

const SERVICE = { product: query.product().required(), service: line };
const time = textRule('must be a time with its offset, such as 2026-11-22T09:30:00Z', (given) =>
  given.includes('T') ? readMoment(given, 'to') : null,
);

/** What clients see of the services on sale, and what operators tell them about one. */
export function serviceRoutes({ db, operator: { providers } }: Pick<Deps, 'db' | 'operator'>): Router {
  const router = Router();
  router.get('/services', async (_request, response) => {
    response.json(toWire(await listServicesOnSale(db, providers)) satisfies ServiceRow[]);
  });
  serveChange(router, '/services/announce', {
    body: Joi.object<Announcement>({ ...SERVICE, message: line, until: time }),
    make: async ({ product, ...given }, by) => announce(db, by, providers, { ...given, productType: product }),
    answer: (_, { product, service, message }): ServiceAnnounced => ({ product, service, message }),
  });
  serveChange(router, '/services/withdraw', {
    body: Joi.object<Service>(SERVICE),
    make: async ({ product, service }, by) => withdrawAnnouncement(db, by, { productType: product, service }),
    answer: (_, { product, service }): ServiceAnnounced => ({ product, service, message: null }),
  });
  return router;
}
