import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { refusalTexts } from '@topup/core/errors';

const ROOT = path.join(__dirname, '..');

/** The sources of the programs that operators use, without tests. */
const sources = ['apps/ops/src', 'apps/dashboard'].flatMap(sourcesIn);

function sourcesIn(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : sourcesIn(name);
    return /(?<!\.test)\.ts$/.test(name) ? [readFileSync(path.join(ROOT, name), 'utf8')] : [];
  });
}

describe('the catalogue of refusals keeps texts that no operator can get', () => {
  test.each(Object.keys(refusalTexts))('%s is used', (code) => {
    expect(sources.some((source) => new RegExp(`\\brefusalTexts\\.${code}\\b`).test(source))).toBe(true);
  });
});
