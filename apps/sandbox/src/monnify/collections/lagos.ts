const LAGOS_AHEAD_MS = 3_600_000; // UTC+1 all year

/** The forms in which Monnify writes times of collections. All but the last are in Lagos, and none of those says so. */

/** `20211117112842`: of a reference. */
export const stampOf = (at: Date): string => local(at).replace(/\D/g, '').slice(0, 14);

/** `2021-11-17 11:28:42.615`: of a notice. */
export const spacedOf = (at: Date): string => local(at).replace('T', ' ').replace('Z', '');

/** `30/11/2026 09:38:13 AM`: of a transaction that is looked up. */
export function twelveHoursOf(at: Date): string {
  const [, year, month, day, hour, rest] = /^(\d{4})-(\d\d)-(\d\d)T(\d\d)(:\d\d:\d\d)/.exec(local(at)) ?? [];
  const hours = String(Number(hour) % 12 || 12).padStart(2, '0');
  return `${day}/${month}/${year} ${hours}${rest} ${Number(hour) < 12 ? 'AM' : 'PM'}`;
}

/** `2025-03-04 10:27:AM`: of a movement of the wallet. */
export function activityTimeOf(at: Date): string {
  const [date, time = '', half] = twelveHoursOf(at).split(' ');
  return `${date?.split('/').reverse().join('-')} ${time.slice(0, 5)}:${half}`;
}

/** `2026-06-27T08:08:11.000+00:00`: of a row of a list. */
export const offsetOf = (at: Date): string => at.toISOString().replace('Z', '+00:00');

const local = (at: Date): string => new Date(at.getTime() + LAGOS_AHEAD_MS).toISOString();
