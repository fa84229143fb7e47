import {
  DuplicateReferenceError,
  OutcomeUnknownError,
  PurchaseFailedError,
  TopUpError,
  tokenFields,
} from '@topup/client';
import type { Command } from 'commander';
import type { Terminal } from './terminal';

/** The result of a command: the value for `--json`, the text for people, and how the program exits if not with 0. */
export type Report = { json: unknown; text: string; exitCode?: number };

/** The program exits with this code. The command has printed its result, unless `cause` says why there is none. */
export class Ended extends Error {
  constructor(readonly how: { exitCode: number; cause?: unknown }) {
    super();
  }
}

/** The options of every command. */
export type Options = { json?: true; url?: string };

/**
 * Has a command print the report of `work` as JSON or as text. `work` gets the options, the global ones among them, and
 * then the arguments of the command.
 */
export function reporting<O extends Options, A extends unknown[]>(
  { out }: Pick<Terminal, 'out'>,
  command: Command,
  work: (options: O, ...given: A) => Promise<Report>,
): void {
  command.action(async (...args: unknown[]) => {
    const options = command.optsWithGlobals<O>();
    const { json, text, exitCode = 0 } = await work(options, ...(args.slice(0, -2) as A));
    out(`${options.json ? JSON.stringify(json) : text}\n`);
    if (exitCode !== 0) throw new Ended({ exitCode });
  });
}

/** The exit codes besides 0. `UNKNOWN`: nobody knows yet whether the purchase was delivered. */
export const EXIT = { FAILED: 1, USAGE: 2, UNKNOWN: 3 } as const;

/** Aligned columns under their headings. Without rows the text is `empty`. */
export function table(headings: string[], rows: string[][], empty: string): string {
  if (rows.length === 0) return empty;
  const widths = headings.map((heading, i) => Math.max(heading.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: string[]) => cells.map((cell, i) => cell.padEnd(widths[i] ?? 0));
  return [headings, ...rows].map((cells) => line(cells).join('  ').trimEnd()).join('\n');
}

/** Aligned lines of label and value; what is null or empty is left out. `meter_number` is labelled "Meter number". */
export function facts(values: object): string {
  const lines = Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== '');
  const labels = lines.map(([name]) => `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`);
  const width = Math.max(0, ...labels.map(({ length }) => length));
  return lines.map(([, value], i) => `${labels[i]?.padEnd(width)}  ${value}`).join('\n');
}

/** The facts of a purchase: first its tokens, in the order in which the meter takes them. */
export const purchaseFacts = (head: object, data: Readonly<Record<string, unknown>>): string =>
  facts({ ...head, ...Object.fromEntries(tokenFields.map((field) => [field, data[field]])), ...data });

/** A decimal string such as "5000.00" as people write it. */
export function naira(amount: string): string {
  const [whole = '', fraction] = amount.split('.');
  return `₦${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction ?? '00'}`;
}

/** The command was called in a way that cannot work. The exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Describes an error, and how the program exits. */
export function failure(error: unknown): Report & { exitCode: number } {
  if (error instanceof UsageError) return { ...plain(error), exitCode: EXIT.USAGE };
  if (!(error instanceof TopUpError)) return { ...plain(error), exitCode: EXIT.FAILED };
  const { name, message, detail, code, httpStatus, requestId, reference, helpUrl } = error;
  const lines = [message, detail, adviceFor(error), facts({ code, request_id: requestId, reference, help: helpUrl })];
  return {
    json: { error: { name, code, httpStatus, message, detail, requestId, reference: reference ?? null, helpUrl } },
    text: lines.filter((line) => line !== null && line !== '').join('\n'),
    exitCode: exitCodeOf(error),
  };
}

/**
 * A used reference can be that of this very order, sent by a program that was killed before the answer. That of another
 * order is a mistake of use: a script that asked for its status would take that order for this one.
 */
function exitCodeOf(error: TopUpError): number {
  if (isOfAnother(error)) return EXIT.USAGE;
  const isUnknown = error instanceof OutcomeUnknownError || error instanceof DuplicateReferenceError;
  return isUnknown ? EXIT.UNKNOWN : EXIT.FAILED;
}

const isOfAnother = (error: TopUpError): boolean =>
  error instanceof DuplicateReferenceError && error.originalMatches === false;

function adviceFor(error: TopUpError): string | null {
  if (error instanceof OutcomeUnknownError) return `Do not buy again. Ask later: topup status ${error.reference}`;
  if (error instanceof DuplicateReferenceError)
    return isOfAnother(error) ? null : `It may be this very purchase. Ask: topup status ${error.reference}`;
  return error instanceof PurchaseFailedError ? 'The money is back in the wallet.' : null;
}

function plain(error: unknown): Report {
  const [name, message] = error instanceof Error ? [error.name, error.message] : ['Error', String(error)];
  return { json: { error: { name, message } }, text: message };
}
