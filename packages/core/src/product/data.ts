import type { ProductDefinition } from './definition';

/** The networks of data plans (specification 4.3). */
export const dataNetworks = ['MTN', 'GLO', 'AIRTEL', '9MOBILE'] as const;
export type DataNetwork = (typeof dataNetworks)[number];

export const data = {
  words: 'data',
  services: null,
  names: {
    '9mobile': '9mobile',
    'mtn-data': 'MTN data',
    'glo-data': 'Glo data',
    'glo-sme-data': 'Glo SME data',
    'airtel-data': 'Airtel data',
    'etisalat-data': '9mobile data',
  },
  queue: 'data',
  events: ['success', 'failed'],
  recipient: 'phone',
  price: 'plan',
  variations: null,
  tokenFor: null,
} as const satisfies ProductDefinition;
