import { readFile } from 'node:fs/promises';
import { type CsvColumn, type CsvColumns, csvColumns, isZone } from '@topup/core/reconciliation';
import { InvalidArgumentError } from 'commander';
import { Misuse } from '../../refusal';

export async function readText(file: string): Promise<string> {
  const bytes = await readFile(file).catch(() => {
    throw new Misuse(`The file ${file} cannot be read.`);
  });
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Misuse(`The file ${file} is not text in UTF-8. Save it as CSV in UTF-8.`);
  }
}

type Pair = [column: CsvColumn, heading: string];

const PAIRS = `of: ${csvColumns.join(', ')}`;

/** `at=Date,amount=Amount`. */
export const columnsArgument = (text: string, before: Pair[] = []): Pair[] => [
  ...before,
  ...text.split(',').map(readPair),
];

/** `at=Date, time`: one column, whose heading may have commas. */
export const columnArgument = (text: string, before: Pair[] = []): Pair[] => [...before, readPair(text)];

function readPair(text: string): Pair {
  const [name = '', heading = ''] = text.split(/=(.*)/s).map((part) => part.trim());
  const column = csvColumns.find((one) => one === name);
  if (column === undefined || heading === '')
    throw new InvalidArgumentError(
      `"${text.trim()}" is no pair such as at=Date, ${PAIRS}. Name a heading with a comma by --column.`,
    );
  return [column, heading];
}

export function mergeColumns(pairs: Pair[]): CsvColumns {
  if (pairs.length === 0) throw new Misuse(`Name the columns by --columns or --column, such as at=Date, ${PAIRS}.`);
  const names = pairs.map(([column]) => column);
  const twice = names.find((column, n) => names.indexOf(column) !== n);
  if (twice !== undefined) throw new Misuse(`The column ${twice} is named twice.`);
  return Object.fromEntries(pairs);
}

export function zoneArgument(text: string): string {
  if (!isZone(text)) throw new InvalidArgumentError('It must be an offset such as +01:00, -04:00 or Z.');
  return text;
}
