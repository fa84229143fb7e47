import { assertNever } from '@topup/core/shared';
import type { ManualDeliveryOutcome } from '@topup/core/webhook';
import { Refusal } from '../../http/refusal';

/** Why a manual delivery is not sent. */
export function manualDeliveryRefusal(
  why: Exclude<ManualDeliveryOutcome['kind'], 'written'>,
  what: 'test event' | 'copy of this event' | 'resend of failed events',
): Refusal {
  switch (why) {
    case 'no_url':
      return new Refusal(409, 'no_webhook', 'No webhook URL is set. Set one first.');
    case 'no_key':
      return new Refusal(409, 'no_key', 'You have no active API key to sign with. Create one first.');
    case 'under_way':
      return new Refusal(409, 'under_way', `A ${what} is still being sent. Wait until it has finished.`);
    default:
      return assertNever(why);
  }
}
