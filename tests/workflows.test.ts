import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const DIRECTORY = path.join(__dirname, '../.github/workflows');
const files = readdirSync(DIRECTORY).map((file) => [file, readFileSync(path.join(DIRECTORY, file), 'utf8')] as const);

describe('a tag of an action is moved to code of somebody else', () => {
  test.each(files)('%s names each action by its commit, with the version beside it', (_, workflow) => {
    const uses = [...workflow.matchAll(/^ *(?:- )?uses: (.+)$/gm)].map(([, action]) => action);
    expect(uses.length).toBeGreaterThan(0);
    expect(uses.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action ?? ''))).toEqual([]);
  });
});

test('no commit on main stays without an answer because the next one came', () => {
  const [, ci = ''] = files.find(([file]) => file === 'ci.yml') ?? [];
  expect(/^concurrency:\n {2}group: (.+)\n/m.exec(ci)?.[1]).toMatch(
    /\{\{ github\.event\.pull_request\.number \|\| github\.run_id \}\}/,
  );
});
