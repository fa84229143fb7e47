import type { Agent } from 'node:http';
import { TLSSocket } from 'node:tls';

/**
 * Makes `agent` give requests only connected sockets (over TLS: after the handshake and the check of the certificate).
 * A request that never saw its `socket` event has therefore not written a byte.
 * @param connectTimeoutMs for name lookup, TCP and TLS together
 * @returns the same agent
 */
export function connectFirst<A extends Agent>(agent: A, connectTimeoutMs: number): A {
  const dial: Agent['createConnection'] = agent.createConnection.bind(agent);
  agent.createConnection = (options, done) => {
    const socket = dial(options);
    if (!socket || !done) return socket;
    let isDone = false;
    const finish = (error: Error | null) => {
      if (isDone) return;
      isDone = true;
      clearTimeout(timer);
      if (error) socket.destroy();
      done(error, socket);
    };
    const timer = setTimeout(() => finish(connectError('ECONNECTTIMEOUT')), connectTimeoutMs);
    socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', () => finish(null));
    socket.once('close', () => finish(connectError('ECONNECTCLOSED')));
    // stays after the socket is handed over: Node listens for errors from the next tick on, and one without a listener
    // would end the process
    socket.on('error', finish);
    return undefined;
  };
  return agent;
}

function connectError(code: string): Error {
  return Object.assign(new Error('the connection was not made'), { code });
}
