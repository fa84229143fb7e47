import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { MORE_IN_FULL, ONLY_IN_FULL } from '../jest.config';

const ROOT = path.join(__dirname, '..');
const HAS_FULL_FORM = /\b(FULL_RUN|allInFullRun|testInFullRun|PROVIDER_MODES)\b/;
const DEFINES_IT = 'packages/testkit/src/';

const files = ['apps', 'packages', 'tests'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !/node_modules|\bdist\b/.test(name))
    .map((name) => path.posix.join(folder, name)),
);
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const isOnlyInFull = (file: string) => Object.keys(ONLY_IN_FULL).some((name) => file.startsWith(`${name}.`));

function expectInShortForm([file, title]: readonly [string, string]): void {
  expect([files.includes(file), isOnlyInFull(file)]).toEqual([true, false]);
  expect(read(file)).toContain(title);
}

describe('a guarantee is left to the night', () => {
  test.each(Object.entries(ONLY_IN_FULL))('%s repeats a proof of the short form', (name, proofs) => {
    expect(files.filter((file) => file.startsWith(`${name}.`))).toHaveLength(1);
    for (const proof of proofs) expectInShortForm(proof);
  });

  test.each(Object.entries(MORE_IN_FULL))('%s has more cases of what the short form proves', (_, proofs) => {
    for (const proof of proofs) expectInShortForm(proof);
  });

  test('each file with a longer form is listed', () => {
    const fuller = files.filter(
      (file) => !isOnlyInFull(file) && !file.startsWith(DEFINES_IT) && HAS_FULL_FORM.test(read(file)),
    );
    expect(fuller.filter((file) => file !== 'tests/only-in-full.test.ts').sort()).toEqual(
      Object.keys(MORE_IN_FULL).sort(),
    );
  });
});
