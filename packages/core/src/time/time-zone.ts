/** In which users read times where nobody has said otherwise. The limits of a day are always those of Lagos. */
export const LAGOS = 'Africa/Lagos';

const listed = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC']);

/**
 * The time zone that somebody has named, such as `Africa/Lagos` or `UTC`, in any case; null when there is none of this
 * name. Another name of a zone is read as the listed one, where this Node.js knows that they are the same.
 */
export function parseTimeZone(text: string): string | null {
  if (!/^[a-z][a-z0-9_+/-]{0,63}$/i.test(text)) return null; // neither is an offset a zone
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions();
    return listed.has(timeZone) || isPlace(timeZone) ? timeZone : null;
  } catch {
    return null;
  }
}

/** Browsers and Node.js do not list the same name of a place: one has Asia/Kathmandu, the other Asia/Katmandu. */
const isPlace = (zone: string): boolean => zone.includes('/') && !zone.startsWith('Etc/');
