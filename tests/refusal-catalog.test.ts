import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { refusalCodes } from '@topup/core/errors';

const ROOT = path.join(__dirname, '..');

/** The sources of the programs that operators use, and of what these call, without tests and without the catalogue. */
const sources = ['apps/ops/src', 'apps/dashboard/src', 'packages/core/src'].flatMap(sourcesIn);

function sourcesIn(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'dist', 'generated'].includes(entry.name) ? [] : sourcesIn(name);
    return /(?<!\.test|refusal-catalog)\.ts$/.test(name) ? [readFileSync(path.join(ROOT, name), 'utf8')] : [];
  });
}

describe('the catalogue of refusals keeps texts that no operator can get', () => {
  test.each(refusalCodes)('%s is used', (code) => {
    expect(sources.some((source) => source.includes(`'${code}'`))).toBe(true);
  });
});
