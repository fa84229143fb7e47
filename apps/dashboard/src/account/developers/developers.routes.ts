import express, { type Router } from 'express';
import { requireOwner } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { getDelivery, listDeliveries, resendDelivery } from './deliveries.routes';
import { createKey, listKeys, revokeKey } from './keys.routes';
import { getWebhook, removeWebhook, sendTestEvent, setWebhook } from './webhook.routes';

export type DeveloperDeps = Pick<Deps, 'db' | 'masterKey' | 'allowPrivateWebhooks' | 'enqueueEvent'>;

/** What developers of an account need. Everybody in it may look, send a test and send again; keys and the webhook URL are the owners' to change. */
export function developerRoutes(deps: DeveloperDeps): Router {
  const routes = express.Router();
  routes.get('/keys', listKeys(deps));
  routes.post('/keys', requireOwner, createKey(deps));
  routes.post('/keys/:id/revoke', requireOwner, revokeKey(deps));

  routes.get('/webhook', getWebhook(deps));
  routes.post('/webhook', requireOwner, setWebhook(deps));
  routes.post('/webhook/remove', requireOwner, removeWebhook(deps));
  routes.post('/webhook/test', sendTestEvent(deps));

  routes.get('/deliveries', listDeliveries(deps));
  routes.get('/deliveries/:id', getDelivery(deps));
  routes.post('/deliveries/:id/resend', resendDelivery(deps));
  return routes;
}
