import { EVERY_ORDER, type ProductDefinition } from './definition';

export const examPin = {
  words: 'exam PIN',
  /** VTpass's names. Clients name the exam alone. */
  services: ['jamb', 'waec', 'waec-registration'],
  names: { jamb: 'JAMB', waec: 'WAEC result checker', 'waec-registration': 'WAEC registration' },
  queue: null,
  events: [],
  silent: true,
  setting: 'EXAM_PINS',
  recipient: 'profile',
  price: 'package',
  variations: null,
  tokenFor: EVERY_ORDER,
} as const satisfies ProductDefinition;

/** The services whose exams are sold to a profile. The PIN of another exam belongs to nobody until it is used. */
export const profileServices: readonly string[] = ['jamb'];
