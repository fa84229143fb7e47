import { effectToJson, type Preview } from '@topup/core/catalogue';
import type { PricePreview } from '@topup/dashboard-contract';
import Joi from 'joi';

/** What was looked at, as `seen` of the preview. Absent: the change is made unseen. */
export const seenField = Joi.string().max(100);

export const toPreview = ({ effect, seen }: Preview<unknown>): PricePreview => ({ ...effectToJson(effect), seen });
