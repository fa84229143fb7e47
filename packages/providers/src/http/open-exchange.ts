import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';

/** A server sends one or two: `100 Continue`, `103 Early Hints`. Each costs as much work as an answer. */
const MAX_INTERIM = 4;
/** 1 MiB comes in 64 to 800 reads. Bytes that come one by one cost a turn of the event loop each. */
const MAX_READS = 2_048;
/** TLS can bring bytes that no event tells of, such as changes of keys. */
const LOOK_MS = 100;

export type ExchangeOptions = {
  method: string;
  headers: http.OutgoingHttpHeaders;
  agents: { http: http.Agent; https: https.Agent };
  /** The raw bytes of the peer in this exchange: interim answers, heads, bodies and their framing, and TLS. */
  maxBytes: number;
  /** Called when the peer exceeds a limit, and perhaps again. Must end the exchange. */
  onExcess(): void;
};

/**
 * Opens the request of every exchange with a peer, and counts all that the peer sends in it, on a new or a kept
 * connection. Node's own limit of a head begins anew with each interim answer. The caller bounds the time.
 */
export function openExchange(url: URL, options: ExchangeOptions): http.ClientRequest {
  const { method, headers, agents, maxBytes, onExcess } = options;
  const request =
    url.protocol === 'https:'
      ? https.request(url, { method, headers, agent: agents.https })
      : http.request(url, { method, headers, agent: agents.http });
  let interim = 0;
  request.on('information', () => {
    interim += 1;
    if (interim > MAX_INTERIM) onExcess();
  });
  request.once('socket', (socket) => {
    const before = rawBytesRead(socket);
    let reads = 0;
    const look = () => {
      if (reads > MAX_READS || rawBytesRead(socket) - before >= maxBytes) onExcess();
    };
    const count = () => {
      reads += 1;
      look();
    };
    // comes after Node's listener, so that a head among the last bytes is known
    socket.on('data', count);
    const timer = setInterval(look, LOOK_MS);
    request.once('close', () => {
      clearInterval(timer);
      socket.off('data', count);
    });
  });
  return request;
}

type OverTls = { _handle?: { _parent?: { bytesRead?: number } } | null };

/**
 * `bytesRead` of a TLS socket counts what was decrypted. Only the TCP handle beneath it, which is internal, has all.
 */
export const rawBytesRead = (socket: Socket): number =>
  (socket as Socket & OverTls)._handle?._parent?.bytesRead ?? socket.bytesRead;
