import { csvLine } from '@topup/core/shared';

/** Lines of a CSV file. `headed`: the first is that of the titles. */
export const linesOf = <Row>(columns: [string, (row: Row) => string][], rows: Row[], headed: boolean): string =>
  [...(headed ? [columns.map(([title]) => title)] : []), ...rows.map((row) => columns.map(([, cell]) => cell(row)))]
    .map(csvLine)
    .join('');
