import { field, readText } from './json';

const MOST_CHARACTERS = 500;

/** Five digits or more, even in groups, as numbers of customers and tokens are written. */
const LONG_NUMBER = /\d(?:[\s\p{Pd}]*\d){4,}/gu;
const E_MAIL = /[^\s@]+@[^\s@]+/g;

/**
 * Masks a provider's answer, for operators to read and to be kept with the attempt: the HTTP status, and only the named
 * fields of the body, so that nothing else of it can get there. Long numbers keep their last four digits, e-mail
 * addresses keep nothing, and the result has at most 500 characters, on one line.
 * @param json undefined when the body is none
 * @param paths the fields, such as `content.transactions.status`; each is shown under its last part
 */
export function maskedAnswer(httpStatus: number, json: unknown, paths: readonly string[]): string {
  const parts = paths.flatMap((path) => {
    const names = path.split('.');
    const text = readText(names.reduce(field, json));
    return text === '' ? [] : [`${names.at(-1)}: ${mask(text)}`];
  });
  const known = json === undefined ? ['not JSON'] : parts;
  return [`HTTP ${httpStatus}`, ...known].join(', ').slice(0, MOST_CHARACTERS).toWellFormed();
}

// cut first: on an answer of 1 MB without an @ the search for addresses takes a quarter of an hour
const mask = (text: string): string =>
  text
    .slice(0, 2 * MOST_CHARACTERS)
    .replace(LONG_NUMBER, (digits) => `…${digits.replace(/\D/g, '').slice(-4)}`)
    .replace(E_MAIL, '…');
