import { spawnSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.join(__dirname, '..');

/** What `npm run ops -- …` has loaded and started when it knows that it has no database. */
function costOf(...words: string[]): { spawned: number; modules: number; packages: string[] } {
  const args = ['--require', path.join(__dirname, 'ops-start-probe.cjs'), 'scripts/run.mjs', 'apps/ops/dist/main.js'];
  const { stderr } = spawnSync(process.execPath, [...args, ...words], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, DATA_DIR: '/nonexistent' },
  });
  expect(stderr).toContain('DATABASE_URL is not set');
  return JSON.parse(stderr.trim().split('\n').at(-1) ?? '');
}

describe('an operator waits for what a command does not need', () => {
  // 1,172 modules took 0.4 s of CPU; 510, with the declarations of the providers, take 0.24 s where 400 took 0.22 s
  test.each([
    [['tier', 'list']],
    [['purchase', 'show', 'order-1']],
    [['wallet', 'fund', '--account', 'a', '--amount', '1', '--reference', 'r']],
    [['quarantine', '--note', 'restored']],
  ])('%j loads few modules, no queues, mails or logs, and starts no compiler', (words) => {
    const { spawned, modules, packages } = costOf(...words);
    expect(spawned).toBe(0);
    expect(modules).toBeLessThan(560);
    for (const heavy of ['bullmq', 'ioredis', 'winston', 'nodemailer', 'prom-client', '@opentelemetry/api'])
      expect(packages).not.toContain(heavy);
  });
});
