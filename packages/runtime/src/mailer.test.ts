import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createMailer } from './mailer';

const MAIL = { to: 'ada@example.com', subject: 'A new key', text: 'Somebody made a key.' };
const BOUND_MS = 300;

let server: Server;
let timer: NodeJS.Timeout | undefined;
/** Greets, and then sends a byte every 20 ms of an answer that never ends. */
beforeAll(async () => {
  server = createServer((socket) => {
    socket.write('220 slow\r\n');
    socket.on('error', () => undefined).on('close', () => clearInterval(timer));
    socket.once('data', () => {
      timer = setInterval(() => socket.write('2'), 20);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

describe('a mail server that sends a byte now and then holds a lane of the mail queue forever', () => {
  test('the exchange ends at its bound, and its socket is closed', async () => {
    const { port } = server.address() as AddressInfo;
    const settings = {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      SMTP_FROM: 'topup@example.com',
      SERVICE_NAME: 'Ada’s Top-Ups',
      SUPPORT_CONTACT: undefined,
    };
    const mailer = createMailer(settings, BOUND_MS);
    const connected: Promise<[Socket]> = once(server, 'connection') as Promise<[Socket]>;
    const sent = expect(mailer?.send(MAIL)).rejects.toThrow('the mail server took longer than 300 ms');
    const [socket] = await connected;
    const closed = once(socket, 'close');
    await sent;
    await closed;
  });
});
