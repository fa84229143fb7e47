import type { ProductDefinition } from './definition';

export const cableTv = {
  words: 'cable TV',
  /** As clients send them. VTpass has the same names. */
  services: ['dstv', 'gotv', 'startimes'],
  names: { dstv: 'DStv', gotv: 'GOtv', startimes: 'StarTimes', showmax: 'Showmax' },
  queue: null,
  events: [],
  recipient: 'smartcard',
  price: 'package',
  variations: null,
  tokenFor: null,
} as const satisfies ProductDefinition;
