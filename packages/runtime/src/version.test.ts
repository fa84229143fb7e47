import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runningVersion } from './version';

describe('a clone with changes is taken for the last release', () => {
  let changes: string;
  beforeEach(() => {
    changes = mkdtempSync(path.join(tmpdir(), 'topup-changes-'));
    writeFileSync(path.join(changes, 'README.md'), 'How to write one.');
  });
  afterEach(() => rmSync(changes, { recursive: true }));

  test('with a change that no release has, it says so', () => {
    writeFileSync(path.join(changes, 'fixed-x.md'), '- X.');
    expect(runningVersion('1.0.0', changes)).toBe('1.0.0+unreleased');
  });

  test('the release itself has no such change, and neither has a package without the folder', () => {
    expect(runningVersion('1.0.0', changes)).toBe('1.0.0');
    expect(runningVersion('1.0.0', path.join(changes, 'none'))).toBe('1.0.0');
  });
});
