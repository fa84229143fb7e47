import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** An SMTP server that keeps the mails it gets. */
export type MailServer = { url: string; mails: { to: string; text: string }[]; stop(): Promise<void> };

export async function startMailServer(): Promise<MailServer> {
  const mails: MailServer['mails'] = [];
  const server = createServer((socket) => serve(socket, mails));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function serve(socket: Socket, mails: MailServer['mails']): void {
  const say = (line: string) => void socket.write(`${line}\r\n`);
  let to = '';
  let text: string[] | null = null;
  say('220 post office');
  socket.on('error', () => undefined);
  createInterface({ input: socket }).on('line', (line) => {
    if (text !== null) {
      if (line !== '.') return void text.push(line);
      mails.push({ to, text: plain(text) });
      text = null;
      return say('250 taken');
    }
    if (/^RCPT TO:/i.test(line)) to = /<(.+)>/.exec(line)?.[1] ?? '';
    if (/^DATA/i.test(line)) text = [];
    if (/^QUIT/i.test(line)) return void socket.end('221 bye\r\n');
    say(text === null ? '250 ok' : '354 go on');
  });
}

/** Decodes quoted-printable, which breaks long lines. */
function plain(lines: string[]): string {
  return lines
    .join('\n')
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}
