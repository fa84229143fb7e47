import { naira } from '../output';

/** As the API writes it: "100.00". */
export const decimalOf = (kobo: bigint): string => `${kobo / 100n}.${String(kobo % 100n).padStart(2, '0')}`;

/** As people write it: "₦1,000.00". */
export const nairaOf = (kobo: bigint): string => (kobo < 0n ? `-${nairaOf(-kobo)}` : naira(decimalOf(kobo)));

/** Of "100.00": 10000; of "2.50" percent: its hundredths, 250. */
export const koboOf = (decimal: string): bigint => {
  const [whole = '', fraction = ''] = decimal.split('.');
  return BigInt(`${whole}${fraction.padEnd(2, '0')}`);
};
