import express, { type Router } from 'express';
import { accountIdOf, requireOwner } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { getDelivery, listDeliveries, resendDelivery } from './deliveries.routes';
import { changeKeyLimits } from './key-limits';
import { createKey, listKeys, revokeKey } from './keys.routes';
import { cancelFailedResend, countMatching, getNewestResend, resendFailed } from './resends.routes';
import { createTestKey, getTestKey } from './test-key.routes';
import { getWebhook, getWebhookState, removeWebhook, sendTestEvent, setWebhook } from './webhook.routes';
import {
  createWebhookSecret,
  listWebhookSecrets,
  revokeWebhookSecrets,
  rotateWebhookSecret,
} from './webhook-secret.routes';

/**
 * For an account's developers. All members may read, send a test, resend, and see and make a test key; only owners
 * change keys, the webhook URL and its secret.
 */
export function developerRoutes(
  deps: Pick<
    Deps,
    | 'db'
    | 'masterKey'
    | 'previousMasterKey'
    | 'allowPrivateWebhooks'
    | 'requireHttpsWebhooks'
    | 'eventsKeptDays'
    | 'enqueueEvent'
  >,
): Router {
  const routes = express.Router();
  routes.get('/keys', listKeys(deps));
  routes.post('/keys', requireOwner, createKey(deps));
  routes.post('/keys/:id/limits', requireOwner, changeKeyLimits(deps, accountIdOf));
  routes.post('/keys/:id/revoke', requireOwner, revokeKey(deps));

  routes.get('/test-key', getTestKey(deps));
  routes.post('/test-key', createTestKey(deps));

  routes.get('/webhook', getWebhook(deps));
  routes.get('/webhook/state', getWebhookState(deps));
  routes.post('/webhook', requireOwner, setWebhook(deps));
  routes.post('/webhook/remove', requireOwner, removeWebhook(deps));
  routes.post('/webhook/test', sendTestEvent(deps));
  routes.get('/webhook/secrets', listWebhookSecrets(deps));
  routes.post('/webhook/secrets', requireOwner, createWebhookSecret(deps));
  routes.post('/webhook/secrets/rotate', requireOwner, rotateWebhookSecret(deps));
  routes.post('/webhook/secrets/revoke', requireOwner, revokeWebhookSecrets(deps));

  routes.get('/webhook/resends/matching', countMatching(deps));
  routes.get('/webhook/resends/newest', getNewestResend(deps));
  routes.post('/webhook/resends', resendFailed(deps));
  routes.post('/webhook/resends/:id/cancel', cancelFailedResend(deps));

  routes.get('/deliveries', listDeliveries(deps));
  routes.get('/deliveries/:id', getDelivery(deps));
  routes.post('/deliveries/:id/resend', resendDelivery(deps));
  return routes;
}
