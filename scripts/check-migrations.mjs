// check-migrations.mjs [root of a clone]: fails when a migration that is newer than another has the smaller name, or
// when one is dated in the future. Processes wait for the greatest name, so they would not wait for such a migration.
// Git says which is newer; without its history only the dates are judged.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';

const root = process.argv[2] ?? path.resolve(import.meta.dirname, '..');
const HOUR_MS = 3_600_000;

const names = readdirSync(path.join(root, 'prisma/migrations'), { withFileTypes: true })
  .flatMap((entry) => (entry.isDirectory() ? entry.name : []))
  .sort();
const faults = [...undated(), ...outOfOrder(), ...inTheFuture()];
for (const fault of faults) console.log(`prisma/migrations/${fault}`);
if (faults.length > 0) process.exitCode = 1;

function undated() {
  return names.filter((name) => !/^\d{14}_[a-z0-9_]+$/.test(name)).map((name) => `${name} must be <time>_<name>`);
}

function outOfOrder() {
  let greatest = '';
  return inOrderOfArrival().flatMap((together) => {
    const before = greatest;
    greatest = [greatest, ...together].sort().at(-1);
    return together.filter((name) => name < before).map((name) => `${name} must have a name greater than ${before}`);
  });
}

/** Lists of names, the oldest first: of each commit of the main line, and last of what is not committed. */
function inOrderOfArrival() {
  const seen = new Set();
  // the newest first, so that one that was removed and added again counts as its last addition
  const committed = addedByCommits().map((files) =>
    [...files.matchAll(/^prisma\/migrations\/([^/]+)\/migration\.sql$/gm)]
      .map(([, name]) => name)
      .filter((name) => names.includes(name) && !seen.has(name) && seen.add(name)),
  );
  return [...committed.reverse(), names.filter((name) => !seen.has(name))];
}

/** The files that each commit added, the newest first. Empty where there is no history. */
function addedByCommits() {
  const added = ['--diff-merges=first-parent', '--diff-filter=A', '--no-renames', '--name-only', '--format=%x00'];
  try {
    const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    return execFileSync('git', ['log', '--first-parent', ...added, '--', 'prisma/migrations'], options)
      .split('\0')
      .slice(1);
  } catch {
    return [];
  }
}

/** The baseline is, because its name follows those before it. While it is, the next name may follow it closely. */
function inTheFuture() {
  return names
    .slice(1)
    .filter((name, i) => timeOf(name) > Date.now() && timeOf(name) > timeOf(names[i]) + HOUR_MS)
    .map((name) => `${name} is dated in the future`);
}

function timeOf(name) {
  const [year, month, ...rest] = [0, 4, 6, 8, 10, 12].map((at, i) => Number(name.slice(at, i === 0 ? 4 : at + 2)));
  return Date.UTC(year, month - 1, ...rest);
}
