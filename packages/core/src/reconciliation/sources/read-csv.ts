/** A file that is no CSV (RFC 4180). The message names the line. */
export class CsvError extends Error {}

/**
 * Reads the records of a CSV file. Empty lines are left out. @throws CsvError for a quote that does not end or begin
 */
export function readCsv(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let line = 1;
  // a cell, quoted or not, with what ends it; spreadsheets put a byte order mark before the first
  const cells = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/gy;
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  while (cells.lastIndex < body.length || record.length > 0) {
    const match = cells.exec(body);
    if (match === null) throw new CsvError(`line ${line}: a quote does not begin or end a cell`);
    const [whole, quoted, plain = '', end] = match;
    record.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    line += whole.split('\n').length - 1;
    if (end === ',') continue;
    if (record.length > 1 || record[0] !== '') records.push(record);
    record = [];
    if (end === '') break;
  }
  return records;
}
