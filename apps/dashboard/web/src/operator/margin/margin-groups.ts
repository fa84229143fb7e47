/** What margins are added up by. The first is shown when the address names none. */
export const GROUPS = {
  day: 'Day',
  plan: 'Plan',
  product: 'Product',
  account: 'Account',
  purchase: 'Purchase',
} as const;
export type Group = keyof typeof GROUPS;

/** The filters in the page's address. Days are yyyy-mm-dd of Lagos. */
export type MarginFilter = 'by' | 'account' | 'product' | 'from' | 'to';

const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' });
const dayOfYear = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'medium' });

/** 2026-11-22 → "22 Nov". */
export const shortDay = (key: string): string => day.format(new Date(`${key}T00:00:00Z`));
/** 2026-11-22 → "22 Nov 2026". */
export const longDay = (key: string): string => dayOfYear.format(new Date(`${key}T00:00:00Z`));

/** "9.09" → "9.09%"; a dash when nothing was sold. */
export const percentText = (percent: string | null): string =>
  percent === null ? '–' : `${percent.replace('-', '−')}%`;
