import { addDays, dayIn, daysOfMonth, startOfDay, type TimeSpan } from '@topup/core/time';
import Joi from 'joi';
import { Refusal } from '../../http/refusal';

/** A month as a query parameter, such as 2026-11. */
export const monthField = Joi.string()
  .pattern(/^20\d\d-(0[1-9]|1[0-2])$/)
  .empty('')
  .messages({ 'string.pattern.base': '{#label} must be a month like 2026-11' })
  .label('Month');

/** The month of a time in a zone. */
const monthIn = (zone: string, at: Date): string => dayIn(zone, at).slice(0, 7);

export type Month = { name: string; days: string[]; span: TimeSpan };

/**
 * A month in a zone, with its days. Undefined: the month of `now`.
 * @throws Refusal 400 when it has not begun
 */
export function readMonth(name: string | undefined, zone: string, now: Date): Month {
  const present = monthIn(zone, now);
  const month = name ?? present;
  if (month > present) throw new Refusal(400, 'validation_failed', NOT_BEGUN, { month: NOT_BEGUN });
  const days = daysOfMonth(month);
  const span = { since: startOfDay(zone, days[0] ?? ''), until: startOfDay(zone, addDays(days.at(-1) ?? '', 1)) };
  return { name: month, days, span };
}

const NOT_BEGUN = 'This month has not begun.';

/** The months from that of `since` to that of `now`, the newest first. */
export function monthsSince(since: Date, zone: string, now: Date): string[] {
  const months: string[] = [];
  const first = monthIn(zone, since);
  for (let month = monthIn(zone, now); month >= first; month = addDays(`${month}-01`, -1).slice(0, 7))
    months.push(month);
  return months;
}
