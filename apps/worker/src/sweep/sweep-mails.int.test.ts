import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { createInterface } from 'node:readline';
import type { Scheduler, Work } from '@topup/core/flow';
import { createMailScheduler } from '@topup/core/mail';
import type { Log } from '@topup/core/shared';
import { createMailer } from '@topup/runtime';
import { eventually, useDatabase } from '@topup/testkit';
import { sweepMails } from './sweep-messages';

const AT_ONCE = 8;
const database = useDatabase({ max: 8 });
const log: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A mail server that takes a mail when `take` names its recipient. `begun`: the recipients, as they came. */
const begun: string[] = [];
const held: { to: string; take(): void }[] = [];
let ended = false;
let server: Server;
beforeAll(async () => {
  server = createServer((socket) => {
    const say = (line: string) => void socket.write(`${line}\r\n`);
    let to = '';
    let isText = false;
    say('220 slow');
    socket.on('error', () => undefined);
    createInterface({ input: socket }).on('line', (line) => {
      if (isText && line !== '.') return;
      if (isText) {
        isText = false;
        begun.push(to);
        const take = () => say('250 taken');
        return ended ? take() : void held.push({ to, take });
      }
      to = /^RCPT TO:<(.+)@/i.exec(line)?.[1] ?? to;
      isText = /^DATA/i.test(line);
      say(isText ? '354 go on' : '250 ok');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

const workers: Pick<Scheduler<Work>, 'drain'>[] = [];
function worker() {
  const { port } = server.address() as AddressInfo;
  const mailer = createMailer({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    SMTP_FROM: 'topup@example.com',
    SERVICE_NAME: 'Top-Ups',
    SUPPORT_CONTACT: 'help@example.com',
  });
  const { db } = database;
  const mails = createMailScheduler({ db, log, mailer }, AT_ONCE);
  workers.push(mails);
  return () => sweepMails({ db, log, mails });
}

const write = (name: string, count: number) => {
  const accountId = randomUUID();
  const mail = { accountId, email: `${name}@client.example`, subject: 'News', text: 'Hello' };
  return database.db.mail.createMany({ data: Array.from({ length: count }, () => mail) });
};
/** Sweeps at intervals, as a worker does, until so many exchanges have begun. */
const sweepUntil = (sweeps: (() => Promise<number>)[], count: number) =>
  eventually(
    async () => {
      for (const sweep of sweeps) await sweep();
      return begun.length;
    },
    (length) => length >= count,
  );
function take(name: string): void {
  const [mail] = held.splice(
    held.findIndex(({ to }) => to === name),
    1,
  );
  mail?.take();
}

beforeEach(async () => {
  [begun.length, workers.length, ended] = [0, 0, false];
  await database.db.mail.deleteMany();
});
afterEach(async () => {
  ended = true;
  for (const { take } of held.splice(0)) take();
  await Promise.all(workers.map((mails) => mails.drain()));
});

describe('the mail server is slow for the recipients of one account, and its backlog delays all others', () => {
  // fault A11
  test('permits become free one by one: the next is for the account that has none', async () => {
    const sweep = worker();
    await write('a', 40);
    await sweepUntil([sweep], 6);
    await write('c', 20);
    await write('d', 20);
    await sweepUntil([sweep], AT_ONCE);
    await write('b', 1);
    await sweep();
    expect(begun).toHaveLength(AT_ONCE);
    take('a');
    await sweepUntil([sweep], AT_ONCE + 1);
    expect(begun.at(-1)).toBe('b');
  });

  // fault A11
  test('two workers that have all they may of one account begin that of another at once', async () => {
    const sweeps = [worker(), worker()];
    await write('a', 100);
    await sweepUntil(sweeps, 12);
    await write('b', 1);
    await sweepUntil(sweeps, 13);
    expect(begun.filter((to) => to !== 'a')).toEqual(['b']);
  });
});
