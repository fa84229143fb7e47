import type { NewAction } from '../audit/action.store';
import { maskUrl } from './public-url';

/** The audit entry of each change of a webhook. Null: nothing was changed. */
export const webhookActions = {
  /** `was` and `url` null: none. The path of a URL can be a secret, and is not recorded. */
  url: (accountId: string, was: string | null, url: string | null): NewAction | null =>
    was === url
      ? null
      : {
          action: url === null ? 'webhook.remove' : 'webhook.set',
          subject: 'the webhook URL',
          accountId,
          before: { url: maskUrl(was) },
          after: { url: maskUrl(url) },
        },
  tested: (accountId: string, event: string, id: string): NewAction => ({
    action: 'webhook.test',
    subject: event,
    subjectId: id,
    accountId,
  }),
  /** The webhook URL was seen failing, and the owners are mailed. `url`: masked. */
  failing: (accountId: string, { since, url }: { since: Date; url: string | null }): NewAction => ({
    action: 'webhook.failing_mail',
    subject: 'the webhook URL',
    accountId,
    after: { url, since: since.toISOString() },
  }),
  resent: (accountId: string, of: string, id: string): NewAction => ({
    action: 'delivery.resend',
    subject: of,
    subjectId: id,
    accountId,
  }),
  resentSince: (accountId: string, { id, since, total }: { id: string; since: Date; total: number }): NewAction => ({
    action: 'delivery.resend_failed',
    subject: 'failed deliveries',
    subjectId: id,
    accountId,
    after: { since: since.toISOString(), events: total },
  }),
  resendCancelled: (accountId: string, id: string): NewAction => ({
    action: 'delivery.resend_cancel',
    subject: 'failed deliveries',
    subjectId: id,
    accountId,
  }),
  secret: (
    accountId: string,
    verb: 'create' | 'rotate' | 'revoke',
    secret?: { id: string; display: string; overlapHours?: number },
  ): NewAction => ({
    action: `webhook_secret.${verb}`,
    subject: 'the webhook secret',
    accountId,
    ...(secret !== undefined && {
      subjectId: secret.id,
      after: {
        secret: secret.display,
        ...(secret.overlapHours !== undefined && { overlap_hours: secret.overlapHours }),
      },
    }),
  }),
};
