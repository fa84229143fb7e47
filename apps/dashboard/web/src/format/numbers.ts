const grouped = new Intl.NumberFormat('en-NG');
const percent = new Intl.NumberFormat('en-NG', { style: 'percent', maximumFractionDigits: 1 });

export const formatCount = (count: number): string => grouped.format(count);

/** 0.9821 → "98.2%"; a dash when nothing was sold. Only a whole success is "100%". */
export const formatRate = (rate: number | null): string =>
  rate === null ? '–' : percent.format(rate < 1 ? Math.min(rate, 0.999) : 1);

/** "9.09" → "9.09%"; a dash when there is none. */
export const percentText = (percent: string | null): string =>
  percent === null ? '–' : `${percent.replace('-', '−')}%`;

/** "1 purchase", "1,284 purchases". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;
