import type { Socket } from 'node:net';
import type { SendDeadline } from '@topup/core/provider';
import type { Connections } from './connections';

/** A server sends one or two: `103 Early Hints`. Each costs as much work as an answer. */
const MAX_INTERIM = 4;
/** Of the head and all before it: 16 KiB are four, or one for each line when a server sends them alone. */
const MAX_HEAD_READS = 64;
/** TLS can bring bytes that no event tells of, such as changes of keys. */
const LOOK_MS = 25;
/**
 * Of looks that found new bytes. Then the peer is read at each fourth look alone, so that its bytes come together: no
 * event tells of a read that brings a part of a TLS record.
 */
const FREE_LOOKS = 8;
const LOOKS_APART = 4;
/**
 * Beside TLS and the body: 16 KiB of heads, trailers and framing, and a piece that is being parsed. A header line of
 * four bytes costs 4 µs.
 */
const MAX_FRAMING_BYTES = 20 * 1024;
/** Of TLS beside its data, which costs up to 0.7 µs a byte: a handshake is 3 to 10 KiB, a record has 22 to 29 bytes. */
const MAX_TLS_BYTES = 32 * 1024;

export type ExchangeOptions = {
  connections: Connections;
  method: 'GET' | 'POST';
  url: URL;
  headers: Record<string, string>;
  body?: string | undefined;
  /** For the whole exchange. Nothing is written after it. */
  deadline: SendDeadline;
  /** The raw bytes of the peer in this exchange: interim answers, heads, bodies and their framing, and TLS. */
  maxBytes: number;
  /** Of reads, and of the pieces of a body in them. Each costs about as much, even if it is one byte. */
  maxReads: number;
  /** Of the body: when they have come, the rest is not awaited. Default: all. */
  enoughBytes?: number;
};

export type Exchanged = {
  /** False proves that no byte of the request left. True proves nothing. */
  written: boolean;
  /** Null when no answer began. */
  httpStatus: number | null;
  /** Names and values, one after the other. */
  headers: Buffer[];
  /** The pieces of it that were read. */
  body: Buffer[];
  /** `late`: the deadline ended the exchange. `excess`: the peer exceeded a limit. Null: nothing went wrong. */
  fault: 'late' | 'excess' | Error | null;
  /** It went out on a connection that an earlier request had used. */
  reused: boolean;
};

/**
 * Makes one HTTP request, and never throws. It follows no redirect, uses no proxy, decompresses nothing, and counts all
 * that the peer sends. undici calls `onConnect` before each write, and might write again: only there bytes are let out,
 * and only once.
 *
 * A client takes what comes on a kept connection for the answer to its next request. So that request waits until the
 * event loop has read what the peer did since the last answer: one turn here and, in undici, the next. When there is
 * anything, the request goes out on a new connection.
 */
export function exchangeOnce(options: ExchangeOptions): Promise<Exchanged> {
  const { connections, method, url, headers, body = null, deadline, maxBytes, maxReads, enoughBytes } = options;
  return new Promise((resolve) => {
    const result: Exchanged = { written: false, httpStatus: null, headers: [], body: [], fault: null, reused: false };
    const remainingMs = deadline.remainingMs();
    if (remainingMs <= 0) return resolve({ ...result, fault: 'late' });
    let isOver = false;
    let connection = connections.take(url.origin);
    const kept = connection.socket;
    const before = kept === null ? NOTHING : bytesRead(kept);
    let interim = 0;
    let reads = 0;
    let mostReads = Math.min(maxReads, MAX_HEAD_READS);
    let bodyBytes = 0;

    const pace = createPace();
    const looks = setInterval(() => {
      look();
      pace.look(connection.socket);
    }, LOOK_MS);
    const timer = setTimeout(end, remainingMs, 'late');
    // the next turn begins with a look at all sockets, whatever this one is busy with
    if (kept === null) send();
    else setImmediate(send);

    function send(): void {
      if (isOver) return;
      const request = { method, path: `${url.pathname}${url.search}`, headers, body, reset: connections.areSingle };
      connection.client.dispatch(request, {
        // in the tick of the write; after a standstill it can come before the timer
        onConnect(abort) {
          if (isOver || result.written || deadline.remainingMs() <= 0) {
            end('late');
            return abort();
          }
          result.written = true;
          result.reused = connection.socket === kept;
          connection.beforePiece = count;
        },
        onHeaders(status, fields) {
          if (status >= 200) {
            result.httpStatus = status;
            result.headers = fields;
            mostReads = maxReads;
          } else if (++interim > MAX_INTERIM) end('excess');
          return true;
        },
        onData(chunk) {
          result.body.push(chunk);
          bodyBytes += chunk.length;
          if (enoughBytes !== undefined && bodyBytes >= enoughBytes) end(null);
          else count();
          return true;
        },
        onComplete: () => end(null, true),
        onError(error) {
          if (isOver || result.written || kept === null || connection.socket !== kept) return end(error);
          // a kept connection that broke before the request was on it
          connection.end();
          connection = connections.open(url.origin);
          send();
        },
      });
    }

    function count(): void {
      reads += 1;
      look();
    }

    function look(): void {
      if (connection.socket === null) return;
      const now = bytesRead(connection.socket);
      const then = connection.socket === kept ? before : NOTHING;
      const raw = now.raw - then.raw;
      const tls = now.tls - then.tls;
      const isExcess = raw >= maxBytes || tls >= MAX_TLS_BYTES || raw - tls - bodyBytes >= MAX_FRAMING_BYTES;
      if (reads > mostReads || isExcess) end('excess');
    }

    /** Only the connection of a whole answer is kept. */
    function end(fault: Exchanged['fault'], isWhole = false): void {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      clearInterval(looks);
      pace.end(connection.socket);
      connection.beforePiece = () => undefined;
      resolve({ ...result, fault });
      if (isWhole) connection.keep();
      else connection.end();
    }
  });
}

/** Returns the code of the error that ended the connection. undici has one of its own for a peer that closed it. */
export function codeOf(error: Error): string | null {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  return code === 'UND_ERR_SOCKET' ? 'ECONNRESET' : code;
}

/** Reads a peer at intervals once it has sent for long. Node can do so on its handles alone, which are internal. */
function createPace(): { look(socket: SocketWithHandle | null): void; end(socket: SocketWithHandle | null): void } {
  let seen = 0;
  let looks = 0;
  let isOver = false;
  return {
    look(socket) {
      if (socket === null) return;
      const { raw } = bytesRead(socket);
      if (looks >= FREE_LOOKS || raw > seen) looks += 1;
      seen = raw;
      if (looks < FREE_LOOKS || looks % LOOKS_APART > 0) return;
      socket._handle?.readStart?.();
      // the event loop reads once between a timer and this
      setImmediate(() => {
        if (!isOver) socket._handle?.readStop?.();
      });
    },
    end(socket) {
      isOver = true;
      if (looks >= FREE_LOOKS) socket?._handle?.readStart?.();
    },
  };
}

type SocketWithHandle = Socket & {
  _handle?: { readStart?(): void; readStop?(): void; _parent?: { bytesRead?: number } } | null;
};

const NOTHING = { raw: 0, tls: 0 };

/**
 * All bytes that were parsed, and those of TLS among them beside its data. `bytesRead` of a TLS socket counts what was
 * decrypted: only the TCP handle beneath it, which is internal, has all.
 */
export function bytesRead(socket: SocketWithHandle): { raw: number; tls: number } {
  const raw = (socket._handle?._parent?.bytesRead ?? socket.bytesRead) - socket.readableLength;
  return { raw, tls: raw + socket.readableLength - socket.bytesRead };
}
