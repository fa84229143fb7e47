import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Authenticator, bearerKey } from '@topup/core/api-key';
import { AppError } from '@topup/core/errors';
import { createFairQuota, runInQuota } from '@topup/core/flow';
import { type Db, isUuid, type NanosecondClock } from '@topup/core/shared';
import {
  eventNumber,
  lastEventNumber,
  listEventsAfter,
  numberAt,
  secretOfListener,
  signedEvent,
  toTimestamp,
  type WrittenEvent,
} from '@topup/core/webhook';
import type { Request, Response } from 'express';

/** How long an event waits at most before it is found. */
const LOOK_EVERY_MS = 500;
/** Longer than any statement that writes an event: so long, one with a smaller number may still be committed. */
const MAY_COME_LATE_MS = 10_000;
/** Less than the 60 s after which load balancers close a connection on which nothing moves. */
const SILENT_AT_MOST_MS = 15_000;
const PAGE = 500;
const MAX_STREAMS = 64;

export type EventStreams = {
  /**
   * Sends every event of the account as it is written, signed for the API key of the request. It resolves when the
   * client has gone, when the key opens no account any more, or after `close`.
   * @param since the id of an event or of `ready`, after which it begins; undefined or unknown: with new events
   * @throws AppError overloaded, before anything is sent
   */
  send(request: Request, response: Response, accountId: string, since: string | undefined): Promise<void>;
  /** Whether a stream of this process, of all processes, sends the events of the account. */
  isHeard(accountId: string): boolean;
  /** Ends all streams. */
  close(): void;
};

/** The number after which a stream begins, and the id of its `ready`. */
type Start = { from: bigint; at: string };

type Deps = { db: Db; clock: NanosecondClock; authenticator: Pick<Authenticator, 'authenticate'> };

/** The streams of `GET /v1/test/events` that this process has open: at most 64, shared among accounts. */
export function createEventStreams({ db, clock, authenticator }: Deps): EventStreams {
  const quota = createFairQuota(MAX_STREAMS);
  const closing = new AbortController();
  /** The account of each open stream: a reset changes it. */
  const heard = new Map<Response, string>();

  async function follow(request: Request, response: Response, ended: AbortSignal, { from, at }: Start): Promise<void> {
    const { authorization } = request.headers;
    const apiKey = bearerKey(authorization) ?? ''; // it has been checked
    const secret = secretOfListener(apiKey);
    const unsent = createUnsent(db, clock, from);
    let wroteAtMs = 0;
    async function write(text: string): Promise<void> {
      wroteAtMs = clock.monotonicMs();
      if (!response.write(text)) await once(response, 'drain', { signal: ended });
    }
    async function sendNew(): Promise<void> {
      const { accountId } = await authenticator.authenticate(authorization, request.ip); // a reset has changed it
      heard.set(response, accountId);
      for await (const event of unsent(accountId)) {
        const signed = signedEvent(event, apiKey, [secret], toTimestamp(clock.nowNs()));
        await write(toMessage(event.event, signed, event.id));
      }
      if (clock.monotonicMs() - wroteAtMs > SILENT_AT_MOST_MS) await write(': nothing new\n\n');
    }

    await write(toMessage('ready', { webhook_secret: secret }, at));
    while (!ended.aborted) {
      await sendNew().catch((error) => {
        if (error instanceof AppError) throw error;
        // the database is away: a later look finds what was written
      });
      await sleep(LOOK_EVERY_MS, undefined, { signal: ended });
    }
  }

  async function numberOf(accountId: string, id = ''): Promise<bigint | null> {
    if (READY_ID.test(id) && Date.parse(id) > 0) return (await numberAt(db, new Date(id))) - 1n;
    return isUuid(id) ? eventNumber(db, accountId, id) : null;
  }

  return {
    send: (request, response, accountId, since) =>
      runInQuota(
        quota,
        accountId,
        () => new AppError('overloaded'),
        async () => {
          const gone = new AbortController();
          response.once('close', () => gone.abort());
          if (response.closed) return; // it hung up while its key was read: `close` does not come again
          const ended = AbortSignal.any([gone.signal, closing.signal]);
          const at = toTimestamp(clock.nowNs()); // before the number: no event falls between the two
          const from = (await numberOf(accountId, since)) ?? (await lastEventNumber(db));
          response.writeHead(200, HEADERS);
          heard.set(response, accountId);
          await follow(request, response, ended, { from, at })
            .catch((error) => {
              if (!ended.aborted && !(error instanceof AppError)) throw error;
            })
            .finally(() => heard.delete(response));
          response.end();
        },
      ),
    isHeard: (accountId) => [...heard.values()].includes(accountId),
    close: () => closing.abort(),
  };
}

/** The id of `ready` is its time: a number would tell how many events the service writes. */
const READY_ID = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/;

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no', // nginx holds answers back otherwise
};

/** One message, as the HTML standard writes server-sent events. */
const toMessage = (event: string, data: object, id?: string): string =>
  `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;

/**
 * Returns what finds the events after the number `from`, each once. Numbers are given before the commit, so those
 * of the last 10 s are read again: one with a smaller number may have been committed since.
 */
function createUnsent(db: Db, clock: NanosecondClock, from: bigint) {
  /** When each was found, by number. */
  const found = new Map<bigint, number>();
  let after = from;
  function forgetBefore(ms: number): void {
    for (const [number, atMs] of found) {
      if (atMs >= ms) continue;
      found.delete(number);
      if (number > after) after = number;
    }
  }
  return async function* unsent(accountId: string): AsyncGenerator<WrittenEvent> {
    const nowMs = clock.monotonicMs();
    forgetBefore(nowMs - MAY_COME_LATE_MS);
    for (let page: WrittenEvent[] = [], last = after; ; last = page.at(-1)?.seq ?? last) {
      page = await listEventsAfter(db, accountId, last, PAGE);
      for (const event of page) {
        if (found.has(event.seq)) continue;
        found.set(event.seq, nowMs);
        yield event;
      }
      if (page.length < PAGE) return;
    }
  };
}
