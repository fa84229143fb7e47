// `npm run test:upgrade [-- <commit>]`: builds the last release in a directory of its own, and upgrades it to this
// clone under purchases (tests/journey/upgrade). The last release is the last commit before this one that wrote
// prisma/released.json.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim();
const show = (command, args, options = {}) => execFileSync(command, args, { stdio: 'inherit', ...options });
const lastWritten = (commit) => git('log', '-1', '--format=%H', commit, '--', 'prisma/released.json');

const release = process.argv[2] ?? (lastWritten('HEAD^') || lastWritten('HEAD'));
const root = mkdtempSync(path.join(tmpdir(), 'topup-release-'));
process.exitCode = 1;
try {
  console.log(`building ${git('log', '-1', '--format=%h %s', release)}`);
  git('clone', '--quiet', '--shared', '--no-checkout', '.', root);
  git('-C', root, 'checkout', '--quiet', git('rev-parse', `${release}^{commit}`));
  show('npm', ['run', '--silent', 'build'], { cwd: root });
  const env = { ...process.env, TEST_FAULTS: 'full', TEST_RELEASE: root };
  show(process.execPath, ['scripts/run.mjs', 'node_modules/jest/bin/jest.js', 'tests/journey/upgrade'], { env });
  process.exitCode = 0;
} catch (error) {
  // a program that failed has said why
  if (error.status === undefined) console.error(error);
} finally {
  rmSync(root, { recursive: true, force: true });
}
