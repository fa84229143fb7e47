import type { DataNetwork } from '@topup/dashboard-contract';
import { serviceName } from '../../ui/text/names';

/** The networks of data plans, by our codes, as they write their own names. */
export const NETWORKS: Record<DataNetwork, string> = {
  MTN: serviceName('MTN'),
  GLO: serviceName('GLO'),
  AIRTEL: serviceName('AIRTEL'),
  '9MOBILE': serviceName('9MOBILE'),
};
