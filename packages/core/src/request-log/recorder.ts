import type { Clock } from '../shared/clock';
import { type Db, isDatabaseTrouble } from '../shared/db';
import { newId } from '../shared/ids';
import type { Log } from '../shared/log.port';
import { maskPath } from '../shared/private-text';
import { maskedJson } from './mask';
import { insertRequests, type RequestRow } from './request-log.store';

/** `path`: without the query. `status`: 0 when the client hung up first. `request`, `answer`: not masked yet. */
export type RequestRecord = {
  accountId: string;
  apiKeyId: string;
  requestId: string;
  method: string;
  path: string;
  status: number;
  errorCode: string | null;
  durationMs: number;
  reference: string | null;
  request: unknown;
  answer: unknown;
};

export type RequestLog = {
  /** Keeps a request that the API has answered, to be written soon. Returns at once and never fails. */
  record(request: RequestRecord): void;
  /** Writes what is kept. What the database does not take is lost. */
  close(): Promise<void>;
};

type RequestLogDeps = {
  /** A pool of its own: no answer may wait for a connection because of the log. */
  db: Db;
  clock: Pick<Clock, 'now'>;
  log: Log;
  /** So many requests were lost, or were more than is kept of an account in a day. */
  dropped(requests: number): void;
};

/** A call is promised to be in the log within a second. Half as often costs a third less of Node's CPU for each row. */
const WRITE_EVERY_MS = 500;
const MOST_ROWS = 500;
const MOST_KEPT = 10_000;
const LONGEST_PATH = 200;

/**
 * Writes the request log in batches, off the path of every answer: when 500 requests are there, or after half a second.
 * A crash loses what was kept; while the database is away it keeps up to 10,000 requests, and drops what comes then.
 */
export function createRequestLog({ db, clock, log, dropped }: RequestLogDeps): RequestLog {
  let kept: RequestRow[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let again = false;

  function drop(requests: number, why: string): void {
    dropped(requests);
    log.warn('requests are missing from the request log', { requests, why });
  }

  /** One batch. False when the database did not take it and may do so later. */
  async function write(): Promise<boolean> {
    const batch = kept.slice(0, MOST_ROWS);
    try {
      const written = await insertRequests(db, batch, { again });
      // of a batch that was perhaps written before, those that are missing cannot be told from those that were there
      if (!again && written < batch.length) dropped(batch.length - written);
    } catch (error) {
      again = isDatabaseTrouble(error);
      if (again) return false;
      drop(batch.length, 'the database declined them');
    }
    again = false;
    kept = kept.slice(batch.length);
    return true;
  }

  function writeLater(ms: number): void {
    if (timer === undefined && writing === undefined) timer = setTimeout(writeNow, ms).unref();
  }

  function writeNow(): void {
    clearTimeout(timer);
    timer = undefined;
    writing = write().then((written) => {
      writing = undefined;
      if (kept.length > 0) writeLater(written && kept.length >= MOST_ROWS ? 0 : WRITE_EVERY_MS);
    });
  }

  return {
    record(request) {
      if (kept.length >= MOST_KEPT) return dropped(1);
      kept.push(toRow(request, clock.now()));
      if (kept.length === MOST_ROWS && writing === undefined) writeNow();
      else writeLater(WRITE_EVERY_MS);
    },
    async close() {
      await writing;
      clearTimeout(timer);
      while (kept.length > 0 && (await write()));
      if (kept.length > 0) drop(kept.length, 'the database was away at the end');
      kept = [];
    },
  };
}

/** One id, so that a batch written twice is there once. Masked at once: nothing personal waits in memory. */
const toRow = (request: RequestRecord, at: Date): RequestRow => [
  newId(at.getTime()),
  at.toISOString(),
  request.accountId,
  request.apiKeyId,
  request.requestId,
  request.method,
  maskPath(request.path).slice(0, LONGEST_PATH),
  request.status,
  request.errorCode,
  request.durationMs,
  request.reference,
  maskedJson(request.request),
  maskedJson(request.answer),
];
