import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';

/** Marks a text that is to be written as a number. Nobody outside can know it, so no echoed text has it. */
const MARK = `${randomUUID()}:`;
const MARKED = new RegExp(`"${MARK}([^"]*)"`, 'g');

/** A number of an answer with exactly these digits: `110.00` stays `110.00`, which JSON.stringify would shorten. */
export class ExactNumber {
  constructor(private readonly digits: string) {}

  toJSON(): string {
    return `${MARK}${this.digits}`;
  }
}

/**
 * A whole number of the smallest unit as a decimal text: `fixedText(49_991, 2)` is `499.91`.
 * @param scale how many digits the smallest unit has after the point
 */
export function fixedText(units: number, scale: number): string {
  const digits = String(Math.abs(units)).padStart(scale + 1, '0');
  return `${units < 0 ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** The same as a number of an answer. */
export const fixedNumber = (units: number, scale: number) => new ExactNumber(fixedText(units, scale));

/** As Java writes a double: `630.0`, `499.91`. */
export const shortNumber = (kobo: number) => new ExactNumber(fixedText(kobo, 2).replace(/0$/, ''));

/** JSON in which each `ExactNumber` has its own digits. */
export const toExactJson = (body: object): string => JSON.stringify(body).replace(MARKED, '$1');

/** Answers with the body, in which each `ExactNumber` has its own digits. */
export function sendExactJson(response: ServerResponse, body: object, status = 200): void {
  const text = toExactJson(body);
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(text) })
    .end(text);
}

/**
 * Reads a decimal that came as a number or a text, without passing through a float.
 * @param scale how many digits after the point are allowed, and what the result counts in: 2 for kobo
 * @returns null if it is not a plain decimal of at most nine digits before the point
 */
export function readDecimal(value: unknown, scale: number): number | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const [, whole, part = ''] = /^(\d{1,9})(?:\.(\d+))?$/.exec(String(value)) ?? [];
  if (whole === undefined || part.length > scale) return null;
  return Number(`${whole}${part.padEnd(scale, '0')}`);
}
