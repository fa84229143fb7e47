/** A line of a CSV file by RFC 4180, with its end. Cells that users can fill go through `escapeFormula` first. */
export const csvLine = (cells: string[]): string => `${cells.map(quoted).join(',')}\r\n`;

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/**
 * Puts an apostrophe before what a spreadsheet would read as a formula. Some programs begin a cell after a semicolon, a
 * tab or a line break in a cell, and do not see our quotes.
 */
export const escapeFormula = (text: string): string =>
  text.replace(/(?<=^|[;\t\r\n])(?=\s*[=+\-@＝＋－＠]|[\t\r])/g, "'");
