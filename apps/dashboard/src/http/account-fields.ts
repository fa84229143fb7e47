import { parseNaira } from '@topup/core/shared';
import { parseTimeZone } from '@topup/core/time';
import Joi from 'joi';
import { textRule } from './read-fields';

// What owners set for their own account, and operators for any.

const threshold = textRule(
  'must be an amount in naira above zero, such as 5000 or 5000.50, of at most nine digits, or empty',
  parseNaira,
).allow(null);

/** In kobo; null: no threshold. */
export const lowBalanceFields = Joi.object<{ threshold: bigint | null }>({ threshold: threshold.label('Threshold') });

const zone = textRule('must be the name of a time zone, such as Africa/Lagos', parseTimeZone);

export const timeZoneFields = Joi.object<{ timeZone: string }>({ timeZone: zone.label('Time zone') });
