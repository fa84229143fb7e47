import type { OurProductRow } from '@topup/dashboard-contract';
import { serviceName } from '../../ui/text/names';

/** A product of ours by its proper names. Airtime and electricity are stored by code: "eko-electric prepaid". */
export function ourName({ name }: OurProductRow): string {
  const [code = '', ...rest] = name.split(' ');
  return [serviceName(code), ...rest].join(' ');
}
