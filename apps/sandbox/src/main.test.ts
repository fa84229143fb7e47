import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { ledgerOf, postRaw, whenPosted } from './testing/server';
import { airtime, newRequestId } from './testing/vtpass';

const children: ChildProcess[] = [];
const directory = mkdtempSync(path.join(tmpdir(), 'sandbox-'));
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(directory, { recursive: true });
});

function run(settings: Record<string, string>) {
  const child = spawn(process.execPath, ['-r', 'esbuild-register', path.join(__dirname, 'main.ts')], {
    cwd: __dirname,
    env: { SANDBOX_PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  return child;
}

async function started(settings: Record<string, string> = {}): Promise<{ child: ChildProcess; url: string }> {
  const child = run(settings);
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  expect(line).toMatch(/^sandbox listening on http:\/\/127\.0\.0\.1:[1-9]\d*$/);
  return { child, url: line.replace('sandbox listening on ', '') };
}

const today = () => new Date(Date.now() + 3_600_000).toISOString().slice(0, 10).replaceAll('-', '');

describe('a process that cannot be stopped or trusted', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('ends at once on %s, also while requests hang', async (signal) => {
    const { child, url } = await started();
    const hanging = ['08000500123', '08000600123', '08000059123'].map((phone) =>
      airtime({ request_id: newRequestId(today()), phone }),
    );
    const endings = hanging.map((order) => postRaw(`${url}/api/pay`, order));
    for (const order of hanging) await whenPosted(url, order.request_id);
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([0, null]);
    for (const ending of await Promise.all(endings)) expect(ending.whole).toBe(false);
  });

  it('loses no delivery to a kill -9, and makes none of an order that still waits', async () => {
    const settings = { SANDBOX_FILE: path.join(directory, 'killed.jsonl') };
    const { child, url } = await started(settings);
    const sold = airtime({ request_id: newRequestId(today()) });
    const waiting = airtime({ request_id: newRequestId(today()), phone: '08000059123' });
    await postRaw(`${url}/api/pay`, sold);
    void postRaw(`${url}/api/pay`, waiting);
    await whenPosted(url, waiting.request_id);
    child.kill('SIGKILL');
    await once(child, 'exit');

    const again = await started(settings);
    const { deliveries, posts } = await ledgerOf(again.url);
    expect(deliveries.map((delivery) => delivery.request_id)).toEqual([sold.request_id]);
    expect(posts.map((post) => post.request_id)).toEqual([sold.request_id, waiting.request_id]);
    const codes = [sold, waiting].map(
      async (order) => JSON.parse((await postRaw(`${again.url}/api/requery`, order)).text).code,
    );
    expect(await Promise.all(codes)).toEqual(['000', '015']);
  });

  it('ends a bad start with exit code 1 and the reason', async () => {
    const { url } = await started();
    const bad: [Record<string, string>, RegExp][] = [
      [{ SANDBOX_PORT: 'many' }, /SANDBOX_PORT must be a whole number/],
      [
        { SANDBOX_PORT: new URL(url).port },
        /another program uses the port\. Stop that program, or change SANDBOX_PORT\./,
      ],
    ];
    for (const [settings, reason] of bad) {
      const child = run(settings);
      let complaint = '';
      child.stderr.on('data', (text: Buffer) => {
        complaint += text.toString();
      });
      expect(await once(child, 'close')).toEqual([1, null]);
      expect(complaint).toMatch(reason);
    }
  });
});
