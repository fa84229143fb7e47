import { drawDigits } from '../../customers/tokens';
import type { Fields } from '../../http/read-body';

/** One PIN that was sold. Only the WAEC result checker has serial numbers. */
export type ExamCard = { pin: string; serial?: string };

/** How VTpass sells the PINs of one exam. */
type Exam = {
  /** It is sold one by one to a profile, which can be verified. The others are sold to a phone, in any quantity. */
  byProfile?: true;
  draw: () => ExamCard;
  /** One card in `purchased_code`. */
  label: (card: ExamCard) => string;
  /** The fields next to `code` and `content`. `code` is the whole of `purchased_code`. */
  fields: (cards: readonly ExamCard[], code: string) => Fields;
  /** Where the answers write naira as a text with two decimals: inside `transactions`, or next to it. */
  textAmounts?: 'inside' | 'outside';
};

/**
 * Names, spelling and types are from VTpass's samples of February 2025. The PINs of WAEC begin with 0, as in the
 * samples of `/pay`: a client that reads them as numbers loses that digit.
 */
const EXAMS: Readonly<Record<string, Exam>> = {
  jamb: {
    byProfile: true,
    draw: () => ({ pin: drawDigits(16) }),
    label: ({ pin }) => `Pin : ${pin}`,
    fields: (_cards, code) => ({ Pin: code }),
    textAmounts: 'inside',
  },
  waec: {
    draw: () => ({ serial: `WRN${drawDigits(9)}`, pin: drawDigits(12, '0') }),
    label: ({ serial, pin }) => `Serial No:${serial}, pin: ${pin}`,
    fields: (cards) => ({ cards: cards.map(({ serial, pin }) => ({ Serial: serial, Pin: pin })) }),
    textAmounts: 'outside',
  },
  // 19 digits, although VTpass calls them a token: those of a meter have 20
  'waec-registration': {
    draw: () => ({ pin: drawDigits(19, '0') }),
    label: ({ pin }) => `Token: ${pin}`,
    fields: (cards) => ({ tokens: cards.map(({ pin }) => pin) }),
  },
};

/** @throws Error if the service sells no PINs */
export function examOf(serviceId: string): Exam {
  const exam = EXAMS[serviceId];
  if (exam === undefined) throw new Error(`no exam called ${serviceId}`);
  return exam;
}
