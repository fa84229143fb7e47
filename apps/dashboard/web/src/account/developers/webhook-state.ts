import { queryOptions } from '@tanstack/react-query';
import type { WebhookState } from '@topup/dashboard-contract';
import { getJson } from '../../api/request';

/** How the webhook URL does. `pollMs`: how often it is read again. */
export const webhookStateQuery = (pollMs: number) =>
  queryOptions({
    queryKey: ['/api/webhook/state'],
    queryFn: ({ signal }) => getJson<WebhookState>('/api/webhook/state', {}, signal),
    refetchInterval: pollMs,
  });
