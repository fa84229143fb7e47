import type { ProductDefinition } from './definition';

export const electricity = {
  words: 'electricity',
  /** As clients send them. VTpass has the same names. */
  services: [
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
  ],
  names: {
    'ikeja-electric': 'Ikeja Electric',
    'eko-electric': 'Eko Electric',
    'abuja-electric': 'Abuja Electric',
    'ibadan-electric': 'Ibadan Electric',
    'kano-electric': 'Kano Electric',
    'portharcourt-electric': 'Port Harcourt Electric',
    'enugu-electric': 'Enugu Electric',
    'jos-electric': 'Jos Electric',
    'kaduna-electric': 'Kaduna Electric',
    'benin-electric': 'Benin Electric',
  },
  queue: null,
  events: [],
  recipient: 'meter',
  price: { min: 1_000, max: 500_000 },
  /** Units are paid for in advance or afterwards. */
  variations: ['prepaid', 'postpaid'],
  tokenFor: 'prepaid',
} as const satisfies ProductDefinition;
