import { integer, withDefault } from '@topup/runtime/settings';

/** How long webhook events are kept: the workers delete them, and the dashboard says so. */
export const eventRetention = {
  WEBHOOK_EVENT_DAYS: withDefault(
    integer(30, 36_500).allow(0),
    '90',
    'After how many days workers delete a webhook event that was delivered or given up, when its purchase has been final for as long: 30 or more. 0: never.',
  ),
};

/** After how long `ops retention run` redacts personal data. */
export const personalData = {
  PERSONAL_DATA_DAYS: withDefault(
    integer(180, 36_500).allow(0),
    '0',
    'After how many days `ops retention run` redacts the phone and meter numbers, names, addresses and tokens of a purchase that is final: 180 or more. 0: never.',
  ),
};
