/** The values that clients send. The provider has the same names for networks, cable TV products and discos. */

export const airtimeNetworks = ['mtn', 'glo', 'airtel', 'etisalat'] as const;
export type AirtimeNetwork = (typeof airtimeNetworks)[number];

export const cableProducts = ['dstv', 'gotv', 'startimes'] as const;
export type CableProduct = (typeof cableProducts)[number];

export const subscriptionTypes = ['renew', 'change'] as const;
export type SubscriptionType = (typeof subscriptionTypes)[number];

export const discos = [
  'ikeja-electric',
  'eko-electric',
  'abuja-electric',
  'ibadan-electric',
  'kano-electric',
  'portharcourt-electric',
  'enugu-electric',
  'jos-electric',
  'kaduna-electric',
  'benin-electric',
] as const;
export type Disco = (typeof discos)[number];

export const meterTypes = ['prepaid', 'postpaid'] as const;
export type MeterType = (typeof meterTypes)[number];
