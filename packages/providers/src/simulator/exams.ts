import type { products } from '@topup/core/product';
import { drawDigits } from './draw-digits';

type Exam = { digits: number; hasSerial?: true };

/** The PINs of VTpass's samples, as in the sandbox. */
const EXAMS: Readonly<Record<(typeof products.EXAM_PIN.services)[number], Exam>> = {
  jamb: { digits: 16 },
  waec: { digits: 12, hasSerial: true },
  'waec-registration': { digits: 19 },
};

const examOf = (serviceId: string): Exam => {
  const found = EXAMS[serviceId as keyof typeof EXAMS];
  if (found === undefined) throw new Error(`no exam called ${serviceId}`);
  return found;
};

/** @throws Error if the service is no exam's */
export const newPin = (serviceId: string): string => drawDigits(examOf(serviceId).digits);

/** It follows from the PIN, so it need not be kept. Null: the cards of this exam have none. */
export const serialOf = (serviceId: string, pin: string): string | null =>
  examOf(serviceId).hasSerial === true ? `WRN${[...pin.slice(0, 9)].map((digit) => 9 - Number(digit)).join('')}` : null;
