import type { ProductDefinition } from './definition';

/** As clients send them. VTpass has the same names. */
export const airtimeNetworks = ['mtn', 'glo', 'airtel', 'etisalat'] as const;

export const airtime = {
  words: 'airtime',
  services: airtimeNetworks,
  names: { mtn: 'MTN', glo: 'Glo', airtel: 'Airtel', etisalat: '9mobile' },
  queue: 'airtime',
  events: ['success', 'failed', 'pending'],
  recipient: 'phone',
  price: { min: 10, max: 50_000 },
  variations: null,
  tokenFor: null,
} satisfies ProductDefinition;
