// `npm run test:faults`: the journeys with a test key, then every fault, journey and page in full. Options go to Jest,
// but `--busy` starts one busy loop for each core, beside which everything has to pass too. Exit code 1 if a test
// failed or was skipped.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const options = process.argv.slice(2).filter((option) => option !== '--busy');
const busy = process.argv.includes('--busy');

/** The folders with a full form, and the files elsewhere that have one. */
const PLACES = [
  'tests/fault/(?!neighbours\\.)',
  ...['providers', 'journey', 'browser', 'chaos', 'contrib'].map((folder) => `tests/${folder}/`),
  'apps/ops/src/database/database\\.',
  'apps/dashboard/src/auth/ended-access\\.',
  'packages/core/src/reconciliation/(decide/always-closes|judge/reconcile)\\.',
];
/** It compares two services in the same seconds, so it runs alone. */
const ALONE = 'tests/fault/neighbours\\.';
/** Most files start five to seven processes. Beside busy loops one at a time has its turns; a test may take longer. */
const PACE = busy ? ['--maxWorkers=1', '--testTimeout=180000'] : ['--maxWorkers=2'];

const startedAt = Date.now();
const loops = busy ? Array.from({ length: availableParallelism() }, busyLoop) : [];
const parts = [
  await run(process.execPath, ['scripts/test-extra.mjs', 'modes', ...PACE, ...options]),
  await run(process.execPath, ['node_modules/jest/bin/jest.js', ...PACE, ...options, ...PLACES]),
  await run(process.execPath, ['node_modules/jest/bin/jest.js', ...PACE, ...options, ALONE]),
];
for (const loop of loops) loop.kill();
const ok = parts.every(({ code, summary }) => code === 0 && summary.endsWith(' 0 failed, 0 skipped'));
console.log(`\n${parts.map(({ summary }) => summary).join('\n')}`);
console.log(
  `test:faults${busy ? ' --busy' : ''}: ${ok ? 'ok' : 'FAILED'} after ${Math.ceil((Date.now() - startedAt) / 60_000)} min`,
);
process.exitCode = ok ? 0 : 1;

/** Computes without end, in slices, so that it sees when this process has ended. */
function busyLoop() {
  const loop = 'const go = () => { for (const end = Date.now() + 100; Date.now() < end; ); setImmediate(go); }; go();';
  return spawn(process.execPath, ['--eval', `process.stdin.on('end', () => process.exit()).resume(); ${loop}`], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
}

/** Runs it in full; resolves with its exit code and the line with the counts of its tests. */
function run(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, TEST_FAULTS: 'full' },
      stdio: ['inherit', 'pipe', 'inherit'],
    });
    let summary = 'the tests did not run to their end';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      process.stdout.write(text);
      summary = /^tests: .+$/m.exec(text)?.[0] ?? summary;
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, summary }));
  });
}
