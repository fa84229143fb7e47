/** Whether a value of an address is one of these names. */
export const isKeyOf = <Key extends string>(names: Record<Key, unknown>, given: unknown): given is Key =>
  typeof given === 'string' && Object.hasOwn(names, given);

/** Whether a value of an address is a time, such as 2026-11-22T09:30:00Z. */
export const isTime = (given: unknown): given is string =>
  typeof given === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(given) && !Number.isNaN(Date.parse(given));

/** Whether a value of an address is a day, yyyy-mm-dd. */
export const isDay = (given: unknown): given is string =>
  typeof given === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(given) && !Number.isNaN(Date.parse(given));
