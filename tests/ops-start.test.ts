import { spawnSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.join(__dirname, '..');

/** Returns what `npm run ops -- …` has loaded and started when it knows that it has no database. */
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
  // 1,172 modules took 0.4 s of CPU; 440 take 0.21 s
  test.each([
    [['tier', 'list'], 450],
    [['purchase', 'show', 'order-1'], 485],
    [['wallet', 'fund', '--account', 'a', '--amount', '1', '--reference', 'r'], 450],
    [['quarantine', '--note', 'restored', '--yes'], 535], // the references of providers
  ])('%j loads few modules, no queues, mails or logs, and starts no compiler', (words, most) => {
    const { spawned, modules, packages } = costOf(...words);
    expect(spawned).toBe(0);
    expect(modules).toBeLessThan(most);
    for (const heavy of ['bullmq', 'ioredis', 'winston', 'nodemailer', 'prom-client', '@opentelemetry/api'])
      expect(packages).not.toContain(heavy);
  });
});
