import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ONLY_IN_FULL } from '../jest.config';

const ROOT = path.join(__dirname, '..');
const entries = Object.entries(ONLY_IN_FULL);
const isOnlyInFull = (file: string) => entries.some(([name]) => file.startsWith(`${name}.`));

describe('a guarantee is left to the night', () => {
  test.each(entries)('%s repeats a proof of the short form', (name, [file, title]) => {
    const files = readdirSync(path.join(ROOT, path.dirname(name)));
    expect(
      files.filter((each) => each.startsWith(`${path.basename(name)}.`) && each.endsWith('.test.ts')),
    ).toHaveLength(1);
    expect([existsSync(path.join(ROOT, file)), isOnlyInFull(file)]).toEqual([true, false]);
    expect(readFileSync(path.join(ROOT, file), 'utf8')).toContain(title);
  });
});
