import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { environment } from '../servers/environment';
import { eventually } from './eventually';
import { ROOT } from './launch';
import { type SandboxProcess, startApi, startSandbox } from './processes';

/** Of what runs outside Jest: it takes the packages compiled. */
const REGISTER = path.join(ROOT, 'tests/register.cjs');

const started: SandboxProcess[] = [];
afterEach(() => Promise.all(started.splice(0).map((sandbox) => sandbox.kill())));

async function sandboxed(settings: Record<string, string> = {}): Promise<SandboxProcess> {
  const sandbox = await startSandbox(settings);
  started.push(sandbox);
  return sandbox;
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('a process of a test is not what the test thinks', () => {
  test('a program gets the settings that it is given, and no others', async () => {
    environment.SANDBOX_HOST = 'no such host';
    environment.DATABASE_URL = 'postgresql://developer@127.0.0.1:5432/precious';
    try {
      expect((await fetch(`${(await sandboxed()).url}/healthz`)).status).toBe(200);
      await expect(startApi({})).rejects.toThrow(/api ended with 1 before it was ready:.*DATABASE_URL is required/s);
    } finally {
      delete environment.SANDBOX_HOST;
      delete environment.DATABASE_URL;
    }
  });

  test('services die with the test run, even after kill -9', async () => {
    const script = `require(${JSON.stringify(path.join(__dirname, 'processes.ts'))}).startSandbox().then(({ pid }) => console.log(pid))`;
    const run = spawn(process.execPath, ['-r', REGISTER, '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [pid] = (await once(createInterface({ input: run.stdout }), 'line')) as [string];
    expect(isAlive(Number(pid))).toBe(true);
    run.kill('SIGKILL');
    await eventually(
      () => isAlive(Number(pid)),
      (alive) => !alive,
    );
  });

  test('an end that nobody asked for is reported, stop and kill are not', async () => {
    const [stopped, killed, crashed] = [await sandboxed(), await sandboxed(), await sandboxed()];
    expect(await stopped.stop()).toBe(0);
    await killed.kill();
    process.kill(crashed.pid, 'SIGKILL');
    await eventually(crashed.unbidden, (text) => text !== undefined);
    expect([stopped.unbidden(), killed.unbidden()]).toEqual([undefined, undefined]);
    expect(crashed.unbidden()).toMatch(/^sandbox ended with SIGKILL:\nsandbox listening on http/);
  });

  test('a paused process answers after resume, and can be stopped', async () => {
    const sandbox = await sandboxed();
    sandbox.pause();
    const answer = fetch(`${sandbox.url}/healthz`).then(({ status }) => status);
    expect(await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 200, 'silence'))])).toBe('silence');
    sandbox.resume();
    expect(await answer).toBe(200);
    sandbox.pause();
    expect(await sandbox.stop()).toBe(0);
  });
});
