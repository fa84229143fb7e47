/** A line of a CSV file by RFC 4180, with its end. Cells that users can fill go through `escapeFormula` first. */
export const csvLine = (cells: string[]): string => `${cells.map(quoted).join(',')}\r\n`;

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/**
 * Puts an apostrophe before what a spreadsheet would read as a formula, which it reads as "this is text". A program
 * whose list separator is the semicolon also begins a cell after one, and does not see our quotes; so does one that
 * splits at tabs, or at the line breaks in a cell.
 */
export const escapeFormula = (text: string): string =>
  text.replace(/(?<=^|[;\t\r\n])(?=\s*[=+\-@＝＋－＠]|[\t\r])/g, "'");
