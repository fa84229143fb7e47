import type { Goods } from '@topup/core/provider';
import { field, fieldsSpelt, readText } from '../../http/json';

/** `doubt`: why the PIN is not certain, and left out. */
export type PinAnswer = Required<Pick<Goods, 'token' | 'serial'>> & { doubt: string | null };

/** Of JAMB a PIN has 16 digits, of the WAEC result checker 12, of the WAEC registration 19. A token of 20 is none. */
const PIN = /^[0-9]{10,19}$/;
const SERIAL = /^[0-9A-Za-z-]{1,30}$/;

/**
 * Reads the PIN of an exam: from `Pin`, from the first of `cards` or `tokens`, and from `purchased_code`. All that name
 * one must name the same. Source: VTpass's pages of JAMB, WAEC result checker and WAEC registration.
 */
export function readPin(body: unknown): PinAnswer {
  const cards = listed(body, 'cards');
  const tokens = listed(body, 'tokens');
  const written = readText(field(body, 'purchased_code')).split(',');
  const isSerial = (part: string) => /^\s*serial/i.test(part);
  const pins = distinct([
    ...fieldsSpelt(body, ['pin']),
    ...cards.flatMap((card) => fieldsSpelt(card, ['pin'])),
    ...tokens,
    ...written.filter((part) => !isSerial(part)),
  ]);
  const serials = distinct([
    ...cards.flatMap((card) => fieldsSpelt(card, ['serial', 'serialno', 'serialnumber'])),
    ...written.filter(isSerial),
  ]);
  const [token = null] = pins;
  const [serial = null] = serials;
  if (token === null) return { token, serial: null, doubt: null };
  const isCertain =
    pins.length === 1 && PIN.test(token) && serials.length <= 1 && (serial === null || SERIAL.test(serial));
  return isCertain ? { token, serial, doubt: null } : { token: null, serial: null, doubt: 'a PIN that is not certain' };
}

function listed(body: unknown, name: string): unknown[] {
  const list = field(body, name);
  return Array.isArray(list) ? list : [];
}

/** Without the label that some answers put before a value: `Pin : 3678…`, `Serial No:WRN…`. */
const distinct = (values: readonly unknown[]): string[] => [
  ...new Set(
    values
      .map((value) =>
        readText(value)
          .replace(/^[^:]*:/, '')
          .trim(),
      )
      .filter((text) => text !== ''),
  ),
];
