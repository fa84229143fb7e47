import { Agent, createServer, get, type IncomingMessage, type Server } from 'node:http';
import { closeServer, listen } from './ops-server';

// A process that stops, as seen by a client that keeps its connection.

let server: Server;
let agent: Agent;
beforeEach(() => {
  server = createServer();
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
});
afterEach(() => {
  agent.destroy();
  server.close();
});

function ask(port: number): Promise<{ status: number | undefined; connection: string | undefined }> {
  return new Promise((resolve, reject) => {
    const answered = (answer: IncomingMessage) => {
      answer.resume().once('end', () => resolve({ status: answer.statusCode, connection: answer.headers.connection }));
    };
    get({ port, agent, path: '/' }, answered).once('error', reject);
  });
}

describe('a purchase would be sent into a connection that is being closed', () => {
  test('the last answer on a connection says that the connection ends', async () => {
    let answer = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      server.on('request', (_, response) => {
        answer = () => void response.end('ok');
        resolve();
      });
    });
    const answered = ask(await listen(server, 0, '127.0.0.1'));
    await asked;

    const closed = closeServer(server);
    answer();

    expect(await answered).toEqual({ status: 200, connection: 'close' });
    await closed;
  });

  test('a request that arrives on an idle connection gets an answer, and then the connection ends', async () => {
    server.on('request', (_, response) => response.end('ok'));
    const port = await listen(server, 0, '127.0.0.1');
    expect(await ask(port)).toEqual({ status: 200, connection: 'keep-alive' });

    const closed = closeServer(server, 30_000);

    expect(await ask(port)).toEqual({ status: 200, connection: 'close' });
    await closed; // nothing is idle any more
    await expect(ask(port)).rejects.toThrow(/ECONNREFUSED/);
  });

  test('an idle connection is closed when its time is over, so that it does not delay a restart', async () => {
    server.on('request', (_, response) => response.end('ok'));
    await ask(await listen(server, 0, '127.0.0.1'));
    const began = performance.now();

    await closeServer(server, 300);

    expect(performance.now() - began).toBeGreaterThanOrEqual(290);
    expect(performance.now() - began).toBeLessThan(3_000);
  });
});
