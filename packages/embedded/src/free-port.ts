import { createServer } from 'node:net';

/** A TCP port of 127.0.0.1 that is free now. Another program can take it before it is used: be ready to ask again. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address !== null && typeof address === 'object'
          ? resolve(address.port)
          : reject(new Error('no port was assigned')),
      );
    });
  });
}
