import type { ProductDefinition } from './definition';

/** As clients send them. VTpass has the same names. */
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

/** Units are paid for in advance or afterwards. */
export const meterTypes = ['prepaid', 'postpaid'] as const;
export type MeterType = (typeof meterTypes)[number];

export const electricity = {
  words: 'electricity',
  services: discos,
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
  variations: meterTypes,
  tokenFor: 'prepaid',
} satisfies ProductDefinition;
