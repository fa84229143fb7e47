import { atLevel, integer, withDefault } from '@topup/runtime/settings';

/** How long webhook events are kept: the workers delete them, and the dashboard says so. */
export const eventRetention = {
  WEBHOOK_EVENT_DAYS: withDefault(
    integer(30, 36_500).allow(0),
    '90',
    'Days after which workers delete a webhook event that is over and whose purchase is final: 30 or more. 0: never.',
  ),
};

/** After how long `ops retention run` redacts personal data. */
export const personalData = atLevel('production', {
  PERSONAL_DATA_DAYS: withDefault(
    integer(180, 36_500).allow(0),
    '0',
    'Days after which `ops retention run` redacts the personal data of a final purchase: 180 or more. 0: never.',
  ),
});
