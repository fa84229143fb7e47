import { formatNaira } from '@topup/core/shared';

/** The body of an answer that tells a balance. `low`: whether it is below the threshold of the account. */
export const balanceAnswer = (message: string, balanceKobo: bigint, low = false) => ({
  status: 'success',
  message,
  data: { balance: formatNaira(balanceKobo), currency: 'NGN', low },
});
