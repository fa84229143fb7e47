/** A file that is no CSV (RFC 4180). The message names the line. */
class CsvError extends Error {}

/**
 * Reads the records of a CSV file, whose cells are separated by commas, semicolons or tabs. Empty lines are left out.
 * @throws CsvError for a quote that does not end or begin
 */
export function readCsv(text: string): string[][] {
  // spreadsheets put a byte order mark before the first cell
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  return readRecords(body, separatorOf(body));
}

const SEPARATORS = [',', ';', '\t'] as const;

/** The one that stands most often between the headings. */
function separatorOf(body: string): string {
  const headings = body.slice(0, body.search(/[\r\n]|$/)).replaceAll(/"[^"]*"/g, '');
  const count = (separator: string) => headings.split(separator).length;
  return SEPARATORS.reduce((best, each) => (count(each) > count(best) ? each : best));
}

function readRecords(body: string, separator: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let line = 1;
  // a cell, quoted or not, with what ends it
  const cells = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(${separator}|\\r\\n|\\n|\\r|$)`, 'gy');
  while (cells.lastIndex < body.length || record.length > 0) {
    const match = cells.exec(body);
    if (match === null) throw new CsvError(`line ${line}: a quote does not begin or end a cell`);
    const [whole, quoted, plain = '', end] = match;
    record.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    line += whole.split('\n').length - 1;
    if (end === separator) continue;
    if (record.length > 1 || record[0] !== '') records.push(record);
    record = [];
    if (end === '') break;
  }
  return records;
}
