import type { ServiceState } from '@topup/core/routing';
import type { RequestHandler } from 'express';
import type { Deps } from '../../deps';
import { type PublicRoute, protect } from '../docs/docs.route';
import { statusPage } from './status-page';

/** GET /v1/services: what can be bought now. A test key sees the same, although its purchases reach no provider. */
export function services({ services }: Pick<Deps, 'services'>): RequestHandler {
  return async (_request, response) => {
    response.json(servicesAnswer(await services()));
  };
}

/** How long a browser or a proxy may keep the page: about as long as this process keeps what it shows. */
const FRESH = 'public, max-age=2';

/** `/status` for people and `/status.json` for programs, both without a key. None unless STATUS_PAGE is on. */
export function statusRoutes({
  services,
  clock,
  settings,
}: Pick<Deps, 'services' | 'clock' | 'settings'>): PublicRoute[] {
  if (settings.STATUS_PAGE === 'off') return [];
  return [
    [
      '/status',
      async (request, response) => {
        // its links are relative
        if (/^[^?]*\/(\?|$)/.test(request.originalUrl)) return response.redirect(301, '../status');
        const html = statusPage(settings, await services(), clock.now());
        protect(response).set('Cache-Control', FRESH).type('html').send(html);
      },
    ],
    [
      '/status.json',
      async (_request, response) => {
        const answer = servicesAnswer(await services());
        protect(response).set('Cache-Control', FRESH).json(answer);
      },
    ],
  ];
}

const servicesAnswer = (states: readonly ServiceState[]) => ({
  status: 'success',
  message: 'Services on sale.',
  data: states.map(({ productType, service, state, since, message }) => ({
    product_type: productType,
    service,
    state,
    since: since.toISOString(),
    message,
  })),
});
