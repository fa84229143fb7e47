import type { ProductDefinition } from './definition';

export const airtime = {
  words: 'airtime',
  /** As clients send them. VTpass has the same names. */
  services: ['mtn', 'glo', 'airtel', 'etisalat'],
  names: { mtn: 'MTN', glo: 'Glo', airtel: 'Airtel', etisalat: '9mobile' },
  queue: 'airtime',
  events: ['success', 'failed', 'pending'],
  recipient: 'phone',
  price: { min: 10, max: 50_000 },
  variations: null,
  tokenFor: null,
} as const satisfies ProductDefinition;
