import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import type { Response } from 'express';

/** A file of rows that are read a page at a time. */
export type CsvFile<Row> = {
  /** Without the date and `.csv`. */
  name: string;
  date: string;
  /** What each column is called, and what a row has there. */
  columns: [string, (row: Row) => string][];
  pages: AsyncGenerator<Row[], void, void>;
};

/**
 * Answers a file by RFC 4180, with a header line, as its rows are read: a page more when the client has taken the one before, and none when it is gone.
 * The client sees whether it has all: what fails on the way ends the connection before the end of the answer.
 */
export async function sendCsv<Row>(response: Response, { name, date, columns, pages }: CsvFile<Row>): Promise<void> {
  const first = await pages.next(); // what fails here is answered like any other fault
  response.setHeader('Content-Type', 'text/csv; charset=utf-8; header=present');
  response.setHeader('Content-Disposition', `attachment; filename="${name}-${date}.csv"`);
  const lines = async function* () {
    for (let page = first; !page.done; page = await pages.next()) {
      for (const row of page.value) yield columns.map(([, cell]) => cell(row));
    }
  };
  try {
    await pipeline(
      lines,
      stringify({ header: true, columns: columns.map(([title]) => title), record_delimiter: 'windows' }),
      response,
    );
  } catch (error) {
    if (!isClientGone(error)) throw error;
  } finally {
    await pages.return();
  }
}

/** A text that no spreadsheet takes for a formula: one that begins like one gets an apostrophe before it, which spreadsheets know as "this is text". */
export const harmlessText = (text: string): string => (/^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text);

const isClientGone = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';
