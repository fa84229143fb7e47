import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { ROOT } from './compose';

// The first process of a container ignores a signal without a listener, and Docker then waits out the grace period. A
// process that ends by its own exit code has heard the signal, one that the signal has ended has not.

const URL_OF_NOBODY = (port: number) => `postgresql://nobody:nothing@127.0.0.1:${port}/nothing`;

/** A database that accepts connections and never answers. */
let silent: Server;
let port: number;

beforeAll(async () => {
  silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  port = (silent.address() as { port: number }).port;
});
afterAll(() => silent.close());

function start(words: string[], settings: Record<string, string> = {}): ChildProcess {
  const env = { PATH: process.env.PATH, DATA_DIR: '/nonexistent', ...settings };
  return spawn(process.execPath, [path.join(ROOT, 'docker/start.mjs'), ...words], { cwd: '/', env });
}

async function outcome(child: ChildProcess) {
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('there is no output to read');
  const [out, err, [code, signal]] = await Promise.all([text(stdout), text(stderr), once(child, 'close')]);
  return { out, err, code, signal };
}

describe('a container that is started with the wrong words', () => {
  test.each([[[]], [['nobody']], [['toString']], [['--help']]])('%j says which there are, and fails', async (words) => {
    expect(await outcome(start(words))).toMatchObject({
      code: 64,
      out: '',
      err: 'usage: docker run … topup api|worker|dashboard|sandbox|ops|migrate|demo [arguments]\n',
    });
  });

  test('those after the name are the program’s own', async () => {
    expect(await outcome(start(['ops', 'wallet', '--help']))).toMatchObject({
      code: 0,
      out: expect.stringContaining('Usage: ops wallet'),
    });
  });
});

describe('a container that does not end on SIGTERM', () => {
  const settings = () => ({
    DATABASE_URL: URL_OF_NOBODY(port),
    KEY_ENCRYPTION_SECRET: '05'.repeat(32),
    SERVICE_DATABASE_PASSWORD: 'password-of-the-service',
    VTPASS_BASE_URL: 'http://127.0.0.1:1/api',
    VTPASS_API_KEY: 'none',
    VTPASS_PUBLIC_KEY: 'none',
    VTPASS_SECRET_KEY: 'none',
  });

  test.each([
    ['the command ops', ['ops', 'account', 'list']],
    ['the command migrate', ['migrate']],
    ['the command demo', ['demo']],
    ['a server that still starts', ['api']],
  ])('%s ends at once, also while the database does not answer', async (_, words) => {
    const child = start(words, settings());
    const connected = once(silent, 'connection');
    const ended = outcome(child);
    await connected;
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 143, signal: null });
  });

  test('a server that runs stops as it does elsewhere', async () => {
    const child = start(['sandbox'], { SANDBOX_PORT: '0' });
    child.stdout?.once('data', () => child.kill('SIGTERM'));
    expect(await outcome(child)).toMatchObject({ code: 0, signal: null });
  });
});
