import { toWire, type Wire } from '@topup/core/shared';

/**
 * The result of a command: the value for --json, which `toWire` writes, the text for people, and one sentence when it
 * found a problem. `asked`: the step was not done, but an approval for it was asked for.
 */
export type Report = { json: unknown; text: string; problem?: string; asked?: true };

/**
 * A command that only asked for an approval: its report is printed, and its exit code differs from that of the step.
 */
export class OnlyAsked extends Error {}

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

/** A column of a list: its heading, and its cell by the name of a field or a function. A name alone is both. */
export type Column<Row> = Name<Row> | Pair<Row>;

type Name<Row> = keyof Row & string;
type Pair<Row> = readonly [heading: string, cell: Name<Row> | ((row: Row) => unknown)];

/** A list as `toWire` writes its rows, with these columns as text. Without rows the text is `none`. */
export function listOf<Row extends object>(rows: Row[], columns: Column<Wire<Row>>[], none: string): Report {
  const written = rows.map((row) => toWire(row));
  return { json: written, text: tableOf(written, columns, none) };
}

/** Its text alone, of the rows as they are: aligned columns under their headings, one line for each row. */
export function tableOf<Row>(rows: readonly Row[], columns: Column<Row>[], none: string): string {
  if (rows.length === 0) return none;
  const drawn = columns.map((column) => {
    const [heading, of]: Pair<Row> = typeof column === 'string' ? [headingOf(column), column] : column;
    const cells = rows.map((row) => escapeControls(toCell(typeof of === 'function' ? of(row) : row[of])));
    const width = Math.max(...[heading, ...cells].map(({ length }) => length));
    return [heading, ...cells].map((cell) => cell.padEnd(width));
  });
  const lines = ['', ...rows].map((_, line) => drawn.map((cells) => cells[line]).join('  '));
  return lines.map((line) => line.trimEnd()).join('\n');
}

/** lastUsedAt → LAST USED AT */
const headingOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter}`).toUpperCase();

function toCell(value: unknown): string {
  if (value instanceof Date) return time(value);
  return Array.isArray(value) ? value.join(', ') : String(value ?? '-');
}

/** A text of a provider or a client could move the cursor, or write from right to left, and so hide what is there. */
const escapeControls = (text: string): string =>
  text.replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (sign) => `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );

export function facts(pairs: [label: string, value: string][]): string {
  const width = Math.max(...pairs.map(([label]) => label.length));
  return pairs.map(([label, value]) => `${label.padEnd(width)}  ${value}`.trimEnd()).join('\n');
}

/** RFC 3339 in UTC, or a dash. */
export function time(at: Date | null): string {
  return at?.toISOString() ?? '-';
}

/** The host of a webhook URL. The rest is not shown, because a path may hold secrets. */
export function hostOf(url: string | null): string | null {
  return url !== null && URL.canParse(url) ? new URL(url).host : null;
}
