import type { Command } from 'commander';
import { Refusal } from './refusal';

/**
 * The result of a command: the value for --json, the text for people, and one sentence when it found a problem.
 * `asked`: the step was not done, but an approval for it was asked for.
 */
export type Report = { json: unknown; text: string; problem?: string; asked?: true };

/**
 * A command that only asked for an approval: its report is printed, and its exit code differs from that of the step.
 */
export class OnlyAsked extends Error {}

/**
 * A commander action that prints the report as one line of JSON or as text. A problem then fails the command.
 * `work` gets commander's arguments: those of the command, then its options, with the global `--as` among them.
 */
export function reporting<A extends unknown[]>(
  work: (...args: A) => Promise<Report>,
): (...args: [...A, Command]) => Promise<void> {
  return async (...args) => {
    const command = args.at(-1) as Command;
    const { json: asJson, as } = command.optsWithGlobals();
    const given = args.slice(0, -2);
    const options = { ...(args.at(-2) as object), ...(as !== undefined && { as }) };
    const { json, text, problem, asked } = await work(...([...given, options] as A));
    command.configureOutput().writeOut?.(`${asJson ? JSON.stringify(json) : text}\n`);
    if (problem !== undefined) throw new Refusal(problem);
    if (asked) throw new OnlyAsked();
  };
}

/**
 * Lets this process finish its change when its output cannot be written any more. A reader that has gone
 * (`ops … | head`) is no error. Any other reason, such as a full disk, makes the exit code 1: nobody has the result.
 */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code !== 'EPIPE') process.exitCode = 1;
    });
}

/** Aligned columns under their headings, one line for each row. Without rows the text is `empty`. */
export function table(headings: string[], cells: string[][], empty: string): string {
  if (cells.length === 0) return empty;
  const rows = cells.map((row) => row.map(escapeControls));
  const widths = headings.map((heading, i) => Math.max(heading.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: string[]) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd();
  return [headings, ...rows].map(line).join('\n');
}

/** A text of a provider or a client could move the cursor, or write from right to left, and so hide what is there. */
const escapeControls = (text: string): string =>
  text.replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (sign) => `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );

/** Aligned lines of label and value. */
export function facts(pairs: [label: string, value: string][]): string {
  const width = Math.max(...pairs.map(([label]) => label.length));
  return pairs.map(([label, value]) => `${label.padEnd(width)}  ${value}`.trimEnd()).join('\n');
}

/** Basis points as percent with two decimals. */
export function percent(bps: number): string {
  return (bps / 100).toFixed(2);
}

/** RFC 3339 in UTC, or a dash. */
export function time(at: Date | null): string {
  return at?.toISOString() ?? '-';
}

/** The host of a webhook URL. The rest is not shown, because a path may hold secrets. */
export function hostOf(url: string | null): string | null {
  return url !== null && URL.canParse(url) ? new URL(url).host : null;
}
