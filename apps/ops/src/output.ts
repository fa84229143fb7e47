import type { Command } from 'commander';
import { Refusal } from './refusal';

/** What a command has to say: the value for --json, the text for people, and, when what it found is bad news, one sentence of that. */
export type Report = { json: unknown; text: string; badNews?: string };

/**
 * Makes a commander action of a command: prints its report as one line of JSON or as text. Bad news is then refused, which says it and fails the command.
 * The command gets commander's arguments: its own, then its options.
 */
export function reporting<A extends unknown[]>(
  work: (...args: A) => Promise<Report>,
): (...args: [...A, Command]) => Promise<void> {
  return async (...args) => {
    const command = args.at(-1) as Command;
    const { json, text, badNews } = await work(...(args.slice(0, -1) as A));
    command.configureOutput().writeOut?.(`${command.optsWithGlobals().json ? JSON.stringify(json) : text}\n`);
    if (badNews !== undefined) throw new Refusal(badNews);
  };
}

/** Aligned columns under their headings; `empty` instead when there are no rows. */
export function table(headings: string[], rows: string[][], empty: string): string {
  if (rows.length === 0) return empty;
  const widths = headings.map((heading, i) => Math.max(heading.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: string[]) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd();
  return [headings, ...rows].map(line).join('\n');
}

/** "Label   value" lines, aligned. */
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

/** All of a client's URL that is shown: its path may hold secrets. */
export function hostOf(url: string | null): string | null {
  return url !== null && URL.canParse(url) ? new URL(url).host : null;
}
