import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually, shortTimers } from '@topup/testkit';
import { copyClone } from './support/copy-clone';
import { isAlive, type LocalService, type Running, startLocal } from './support/local-service';

const REBUILT_WITHIN_MS = 180_000; // the first build of a copy compiles everything

const base = mkdtempSync(path.join(tmpdir(), 'topup-dev-'));
const clone = path.join(base, 'clone');
const dataDir = path.join(base, 'data');
let service: LocalService;

beforeAll(async () => {
  chmodSync(base, 0o755); // if root runs the tests, Postgres runs as another user, who must reach it
  copyClone(clone);
  const ports = ['API_PORT', 'API_OPS_PORT', 'WORKER_OPS_PORT', 'SANDBOX_PORT', 'DASHBOARD_PORT', 'DASHBOARD_OPS_PORT'];
  const settings = { ...shortTimers(), ...Object.fromEntries(ports.map((name) => [name, '0'])) };
  service = await startLocal(dataDir, settings, [path.join(clone, 'apps/local/dist/main.js'), '--watch']);
});
afterAll(async () => {
  await service?.interrupt();
  rmSync(base, { recursive: true, force: true });
});

const recorded = (): Running[] => JSON.parse(readFileSync(path.join(dataDir, 'run/processes.json'), 'utf8'));

describe('npm run dev that runs old code or leaves processes behind', () => {
  test('rebuilds after a change, and restarts only the process with another output', async () => {
    const before = recorded();
    appendFileSync(path.join(clone, 'apps/sandbox/src/main.ts'), '\n// changed by a test\n');
    await eventually(
      () => service.lines.filter((line) => line.startsWith('rebuilt in')),
      (lines) => lines.length > 0,
      REBUILT_WITHIN_MS,
    );
    expect(service.lines.at(-1)).toMatch(/^rebuilt in [\d.]+ s; changed: sandbox$/);
    const replaced = before.filter((process) => !isAlive(process)).map(({ name }) => name);
    expect(replaced).toEqual(['sandbox']);
    expect(
      recorded()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(before.map(({ name }) => name).sort());
    expect(recorded().every(isAlive)).toBe(true);
  });

  test('ends with 0 on Ctrl-C and leaves nothing running', async () => {
    const all = [...service.processes, ...recorded()];
    expect(await service.interrupt()).toBe(0);
    expect(all.filter(isAlive)).toEqual([]);
  });
});
