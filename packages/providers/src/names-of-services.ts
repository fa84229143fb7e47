import type { DataNetwork } from '@topup/core/product';

/** The networks as providers name them, with our ids of their airtime and of their data plans. */
const NETWORKS: readonly { network: DataNetwork; named: RegExp; airtime: string; data: string }[] = [
  { network: 'MTN', named: /\bmtn\b/i, airtime: 'mtn', data: 'mtn-data' },
  { network: 'GLO', named: /\bglo\b/i, airtime: 'glo', data: 'glo-data' },
  { network: 'AIRTEL', named: /\bairtel\b/i, airtime: 'airtel', data: 'airtel-data' },
  // it has been called T2 since 2025, and Etisalat before 2017
  { network: '9MOBILE', named: /\b(?:9\s?mobile|etisalat|t2)\b/i, airtime: 'etisalat', data: 'etisalat-data' },
];

/** Our ids of services, as providers name who delivers them: by their short names too. */
const BILLERS: readonly { serviceId: string; named: RegExp }[] = [
  { serviceId: 'ikeja-electric', named: /\b(?:ikedc|ikeja)\b/i },
  { serviceId: 'eko-electric', named: /\b(?:ekedc|eko)\b/i },
  { serviceId: 'abuja-electric', named: /\b(?:aedc|abuja)\b/i },
  { serviceId: 'ibadan-electric', named: /\b(?:ibedc|ibadan)\b/i },
  { serviceId: 'kano-electric', named: /\b(?:kedco|kano)\b/i },
  { serviceId: 'portharcourt-electric', named: /\b(?:phed|phedc|port\s?harcourt)\b/i },
  { serviceId: 'enugu-electric', named: /\b(?:eedc|enugu)\b/i },
  { serviceId: 'jos-electric', named: /\b(?:jed|jedc|jos)\b/i },
  { serviceId: 'kaduna-electric', named: /\b(?:kaedco|kaduna)\b/i },
  { serviceId: 'benin-electric', named: /\b(?:bedc|benin)\b/i },
  { serviceId: 'dstv', named: /\bdstv\b/i },
  { serviceId: 'gotv', named: /\bgotv\b/i },
  { serviceId: 'startimes', named: /\bstar\s?times\b/i },
];

/** The one network that a name has; undefined when it has none, or two. */
export const networkIn = (name: string) => onlyOne(NETWORKS.filter(({ named }) => named.test(name)));

/** Our id of the one disco or cable product that a name has; undefined when it has none, or two. */
export const billerIn = (name: string): string | undefined =>
  onlyOne(BILLERS.filter(({ named }) => named.test(name)))?.serviceId;

const onlyOne = <T>(found: readonly T[]): T | undefined => (found.length === 1 ? found[0] : undefined);
