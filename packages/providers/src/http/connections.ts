import net, { type Socket } from 'node:net';
import tls from 'node:tls';
import type { buildConnector, Client } from 'undici';

/** Milliseconds before the end that a server announces for an idle connection. */
const ENDS_EARLIER_MS = 500;
/** undici parses a whole piece, whatever it finds in it: 64 KiB of header lines without a value cost 400 ms. */
const PIECE_BYTES = 4_096;

export type ConnectionOptions = {
  /** How long a connection is kept without use; a server that says less is believed. 0: each has one request. */
  idleMs: number;
  /** For name lookup, TCP and TLS together. Default: only the deadline of a request ends them. */
  connectTimeoutMs?: number;
  /** Of each socket, such as its `lookup`. */
  dial?: tls.ConnectionOptions;
};

/** One connection of undici at a time, which dials again when its socket is gone. It never has two requests. */
export type Connection = {
  client: Client;
  /** The last that was dialled: connected or not, open or closed. Null before the first. */
  socket: Socket | null;
  /** Called before each piece that is parsed, and may end the connection. */
  beforePiece(): void;
  /** Only after a whole answer. */
  keep(): void;
  end(): void;
};

export type Connections = {
  /** Whether a connection has one request only, which says so to the server. */
  areSingle: boolean;
  /** One that an earlier request left open, or else a new one. */
  take(origin: string): Connection;
  open(origin: string): Connection;
};

/** Connections that requests to the same origin share, one after the other. TLS sessions are resumed. */
export function createConnections({ idleMs, connectTimeoutMs, dial }: ConnectionOptions): Connections {
  // it takes 130 ms of CPU to load: a command that only makes references must not pay for it
  const undici = require('undici') as typeof import('undici');
  const idle = new Map<string, Connection[]>();
  const sessions = new Map<string, Buffer>();
  const areSingle = idleMs === 0;
  const kept = areSingle ? {} : { keepAliveTimeout: idleMs, keepAliveMaxTimeout: idleMs };

  function open(origin: string): Connection {
    const connect: buildConnector.connector = ({ protocol, hostname, port }, done) => {
      const isTls = protocol === 'https:';
      const to = { ...dial, host: hostname, port: Number(port) || (isTls ? 443 : 80), noDelay: true };
      if (isTls) {
        const name = net.isIP(hostname) === 0 ? { servername: hostname } : {};
        const session = sessions.get(origin);
        const socket = tls.connect({ ...to, ...name, ...(session && { session }), ALPNProtocols: ['http/1.1'] });
        socket.on('session', (made) => sessions.set(origin, made));
        connection.socket = socket;
      } else connection.socket = net.connect(to);
      inPieces(connection.socket, () => connection.beforePiece());
      whenConnected(connection.socket, connectTimeoutMs, done);
    };
    const client = new undici.Client(origin, {
      connect,
      ...kept,
      keepAliveTimeoutThreshold: ENDS_EARLIER_MS,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const connection: Connection = {
      client,
      socket: null,
      beforePiece: () => undefined,
      keep: () => void idle.set(origin, [...(idle.get(origin) ?? []), connection]),
      end: () => {
        connection.socket?.destroy();
        void client.destroy();
      },
    };
    client.on('disconnect', () => {
      idle.set(
        origin,
        (idle.get(origin) ?? []).filter((one) => one !== connection),
      );
    });
    return connection;
  }

  return { areSingle, take: (origin) => idle.get(origin)?.pop() ?? open(origin), open };
}

function inPieces(socket: Socket, before: () => void): void {
  const read = socket.read.bind(socket);
  socket.read = (size) => {
    if (size !== undefined || socket.readableLength === 0) return read(size);
    before();
    return socket.destroyed ? null : read(Math.min(socket.readableLength, PIECE_BYTES));
  };
}

/** Calls back once: with the socket when it is connected, over TLS after the check of the certificate. */
function whenConnected(socket: Socket, timeoutMs: number | undefined, done: buildConnector.Callback): void {
  let isDone = false;
  const finish = (error?: Error) => {
    if (isDone) return;
    isDone = true;
    clearTimeout(timer);
    if (error === undefined) return done(null, socket);
    socket.destroy();
    done(error, null);
  };
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => finish(failure('ECONNECTTIMEOUT')), timeoutMs);
  socket.once(socket instanceof tls.TLSSocket ? 'secureConnect' : 'connect', () => finish());
  socket.once('close', () => finish(failure('ECONNECTCLOSED')));
  // stays: undici listens a little later, and an error without a listener would end the process
  socket.on('error', finish);
}

const failure = (code: string): Error => Object.assign(new Error('the connection was not made'), { code });
