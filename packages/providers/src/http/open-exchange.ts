import http from 'node:http';
import https from 'node:https';
import net, { type Socket } from 'node:net';

/** A server sends one or two: `100 Continue`, `103 Early Hints`. Each costs as much work as an answer. */
const MAX_INTERIM = 4;
/** Of the head and all before it: 16 KiB are four, or one for each line when a server sends them alone. */
const MAX_HEAD_READS = 64;
/** Node parses a whole read before it looks up: 64 KiB of one-byte chunks cost 11 ms. */
const READ_BYTES = 4_096;
/** TLS can bring bytes that no event tells of, such as changes of keys. */
const LOOK_MS = 25;
/**
 * Of looks that found new bytes. Then the peer is read at each fourth look alone, so that its bytes come together: no
 * event tells of a read that brings a part of a TLS record.
 */
const FREE_LOOKS = 8;
const LOOKS_APART = 4;
/** Of TLS beside its data, which costs up to 0.7 µs a byte: a handshake is 3 to 10 KiB, a record has 22 to 29 bytes. */
const MAX_TLS_BYTES = 32 * 1024;

export type ExchangeOptions = {
  method: string;
  headers: http.OutgoingHttpHeaders;
  agents: { http: http.Agent; https: https.Agent };
  /** The raw bytes of the peer in this exchange: interim answers, heads, bodies and their framing, and TLS. */
  maxBytes: number;
  /** Of reads, and of the pieces of a body in them. Each costs about as much, even if it is one byte. */
  maxReads: number;
  /** Called on the socket of the request when it may be written: at once on a new one, which may still connect. */
  onReady(socket: Socket): void;
  /** Called instead when a kept connection is no good. The request is destroyed unwritten, so that another is safe. */
  onStale(): void;
  onError(error: Error): void;
  /** Called when the peer exceeds a limit, and perhaps again. Must end the exchange. */
  onExcess(): void;
};

/** What a kept connection had read when its last exchange ended. */
const readAtEnd = new WeakMap<Socket, number>();

/**
 * Opens the request of every exchange with a peer, and counts all that the peer sends in it, on a new or a kept
 * connection. Node's own limit of a head begins anew with each interim answer. The caller bounds the time.
 *
 * Node takes what comes on a kept connection for the answer to its next request. So that request waits until the event
 * loop has read what the peer did since the last answer. When there is anything, the connection is stale.
 */
export function openExchange(url: URL, options: ExchangeOptions): http.ClientRequest {
  const { method, headers, agents, maxBytes, maxReads, onReady, onStale, onError, onExcess } = options;
  const request =
    url.protocol === 'https:'
      ? https.request(url, { method, headers, agent: agents.https })
      : http.request(url, { method, headers, agent: agents.http });
  let state: 'waits' | 'ready' | 'stale' = 'waits';
  /** Before the request may be written on a kept connection, whatever happens there makes it stale. */
  const unlessStale = (act: () => void) => {
    if (state === 'waits' && request.reusedSocket) {
      state = 'stale';
      request.destroy();
      onStale();
    } else if (state !== 'stale') act();
  };
  const beReady = (socket: Socket) => {
    if (request.destroyed || state === 'stale') return;
    state = 'ready';
    onReady(socket);
  };
  let interim = 0;
  request.on('error', (error) => unlessStale(() => onError(error)));
  request.on('information', () => {
    interim += 1;
    if (interim > MAX_INTERIM) unlessStale(onExcess);
  });
  request.once('socket', (socket) => {
    const before = rawBytesRead(socket);
    const tlsBefore = tlsBytesRead(socket);
    let reads = 0;
    let mostReads = Math.min(maxReads, MAX_HEAD_READS);
    const look = () => {
      const isOver = rawBytesRead(socket) - before >= maxBytes || tlsBytesRead(socket) - tlsBefore >= MAX_TLS_BYTES;
      if (reads > mostReads || isOver) unlessStale(onExcess);
    };
    const count = () => {
      reads += 1;
      look();
    };
    request.once('response', (answer) => {
      mostReads = maxReads;
      answer.on('data', count);
    });
    // comes after Node's listener, so that a head among the last bytes is known
    socket.on('data', count);
    const pace = createPace(socket);
    const timer = setInterval(() => {
      look();
      pace.look();
    }, LOOK_MS);
    request.once('close', () => {
      clearInterval(timer);
      pace.end();
      socket.off('data', count);
      readAtEnd.set(socket, socket.bytesRead);
    });
    if (!request.reusedSocket) return beReady(socket);
    // the second turn begins with a look at all sockets, whatever this one is busy with
    setImmediate(setImmediate, () => {
      const isSilent = !socket.destroyed && socket.bytesRead === readAtEnd.get(socket);
      if (isSilent) beReady(socket);
      else unlessStale(() => undefined);
    });
  });
  return request;
}

/** Reads a peer at intervals once it has sent for long. Node can do so on its handles alone, which are internal. */
function createPace(socket: Socket & OverTls): { look(): void; end(): void } {
  let seen = rawBytesRead(socket);
  let looks = 0;
  let isOver = false;
  return {
    look() {
      const now = rawBytesRead(socket);
      if (looks >= FREE_LOOKS || now > seen) looks += 1;
      seen = now;
      if (looks < FREE_LOOKS || looks % LOOKS_APART > 0) return;
      socket._handle?.readStart?.();
      // the event loop reads once between a timer and this
      setImmediate(() => {
        if (!isOver) socket._handle?.readStop?.();
      });
    },
    end() {
      isOver = true;
      socket._handle?.readStart?.();
    },
  };
}

type Handle = { readStart?(): void; readStop?(): void; _parent?: { bytesRead?: number } };
type OverTls = { _handle?: Handle | null };

const tlsBytesRead = (socket: Socket): number => rawBytesRead(socket) - socket.bytesRead;

/**
 * Makes the connections of `agent` read 4 KiB at a time, as TLS reads 16 KiB at most, so that what a peer sends in one
 * read costs little before the limits of an exchange are looked at.
 * @returns the same agent
 */
export function withShortReads(agent: http.Agent): http.Agent {
  agent.createConnection = (options) => {
    const socket: Socket = net.connect({
      ...(options as net.NetConnectOpts),
      onread: {
        buffer: Buffer.allocUnsafe(READ_BYTES),
        callback: (length, buffer) => socket.push(Buffer.from(buffer.subarray(0, length))),
      },
    });
    return socket;
  };
  return agent;
}

/**
 * `bytesRead` of a TLS socket counts what was decrypted. Only the TCP handle beneath it, which is internal, has all.
 */
export const rawBytesRead = (socket: Socket): number =>
  (socket as Socket & OverTls)._handle?._parent?.bytesRead ?? socket.bytesRead;
