import { verifyWebhookHash, type WebhookEvent } from './verify-webhook';

export type ReceiveOptions = {
  /**
   * Whether `handle` gets `transaction.requery` too. The service sends that event for every status query, so a `handle`
   * that queries the status would then never stop. Default false.
   */
  requeries?: boolean;
};

/**
 * Takes the parsed body of a webhook, calls `handle` with its event, and resolves with the HTTP status to answer: 401
 * if `verifyWebhookHash` declines it, otherwise 200. **It ignores `transaction.requery`**: the answer is 200, and
 * `handle` is not called.
 *
 * `handle` should only store the event, because the service waits for the answer. An error of `handle` is passed on:
 * answer 500 then.
 */
export async function receiveEvent(
  body: unknown,
  apiKey: string | readonly string[],
  handle: (event: WebhookEvent) => void | Promise<void>,
  { requeries = false }: ReceiveOptions = {},
): Promise<200 | 401> {
  if (!verifyWebhookHash(body, apiKey)) return 401;
  if (requeries || body.event !== 'transaction.requery') await handle(body);
  return 200;
}
