import type { ProductDefinition } from './definition';

/** As clients send them. VTpass has the same names. */
export const cableProducts = ['dstv', 'gotv', 'startimes'] as const;
export type CableProduct = (typeof cableProducts)[number];

export const subscriptionTypes = ['renew', 'change'] as const;

export const cableTv = {
  words: 'cable TV',
  services: cableProducts,
  names: { dstv: 'DStv', gotv: 'GOtv', startimes: 'StarTimes', showmax: 'Showmax' },
  queue: null,
  events: [],
  recipient: 'smartcard',
  price: 'package',
  variations: null,
  tokenFor: null,
} satisfies ProductDefinition;
