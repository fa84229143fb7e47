import { TopUpError } from './errors/errors';
import { sleep } from './sleep';

/** A page of rows, and the cursor that leads on from it. */
export type ChangesPage<Change> = { rows: Change[]; cursor: string };

/** All changes, as they come: `for await (const change of changes)` does not end, unless `signal` ends it. */
export type Changes<Change> = AsyncIterable<Change> & {
  /**
   * Leads on from the rows that you have got: a page counts once you have its last row. Save it after your work on a
   * row. If you go on from it, no row is lost, and rows of one page may come again.
   */
  readonly cursor: string | undefined;
};

/** For how many seconds the service holds an empty page back. */
export const POLL_SECONDS = 20;

const LONGEST_WAIT_MS = 30_000;
/** An empty page that comes sooner was not held back, so the next query waits. */
const SHORTEST_POLL_MS = 1_000;

/**
 * Reads one page after the other. After a lost connection, or while the service is away, it goes on from the last
 * cursor with waits that grow to half a minute.
 * @throws TopUpError if the key or the cursor is wrong; the reason of `signal`
 */
export function follow<Change>(
  read: (cursor: string | undefined) => Promise<ChangesPage<Change>>,
  after: string | undefined,
  signal: AbortSignal | undefined,
): Changes<Change> {
  let cursor = after;

  async function* rows(): AsyncGenerator<Change> {
    for (let failures = 0; ; ) {
      const began = performance.now();
      const page = await read(cursor).catch((error: unknown) => {
        signal?.throwIfAborted();
        if (!(error instanceof TopUpError) || !comesBack(error)) throw error;
        return waitAfter(error, failures);
      });
      if (typeof page === 'number') {
        await sleep(page, signal);
        failures += 1;
        continue;
      }
      failures = 0;
      for (const [n, row] of page.rows.entries()) {
        if (n === page.rows.length - 1) cursor = page.cursor;
        yield row;
      }
      if (page.rows.length > 0) continue;
      cursor = page.cursor;
      await sleep(Math.max(0, SHORTEST_POLL_MS - (performance.now() - began)), signal);
    }
  }

  return {
    [Symbol.asyncIterator]: rows,
    get cursor() {
      return cursor;
    },
  };
}

const comesBack = ({ httpStatus, retryable }: TopUpError): boolean =>
  httpStatus === null || httpStatus >= 500 || retryable;

const waitAfter = ({ retryAfterSeconds }: TopUpError, failures: number): number =>
  Math.max((retryAfterSeconds ?? 0) * 1_000, Math.min(1_000 * 2 ** failures, LONGEST_WAIT_MS));
