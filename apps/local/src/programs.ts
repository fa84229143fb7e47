import { execFile } from 'node:child_process';
import path from 'node:path';
import type { Given } from './settings';

export const ROOT = path.join(__dirname, '../../..');

export const programs = {
  sandbox: path.join(ROOT, 'apps/sandbox/dist/main.js'),
  api: path.join(ROOT, 'apps/api/dist/main.js'),
  worker: path.join(ROOT, 'apps/worker/dist/main.js'),
  dashboard: path.join(ROOT, 'apps/dashboard/dist/main.js'),
  ops: path.join(ROOT, 'apps/ops/dist/main.js'),
  database: path.join(ROOT, 'apps/ops/dist/database.js'),
};

/**
 * Runs a program to its end, with the Node options of this process and `input` on its standard input.
 * @returns its standard output
 * @throws Error with its standard error
 */
export function runOnce(program: string, args: string[], settings: Given, input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      [...process.execArgv, program, ...args],
      { env: { ...settings, PATH: '/usr/bin:/bin' }, maxBuffer: 1 << 24 },
      (error, stdout, stderr) => {
        if (error) reject(new Error(stderr.trim() || error.message));
        else resolve(stdout);
      },
    );
    child.stdin?.on('error', () => undefined).end(input); // a program that ends without reading it reports the reason
  });
}

export async function runOps<T>(args: string[], settings: Given, input?: string): Promise<T> {
  return JSON.parse(await runOnce(programs.ops, [...args, '--json'], settings, input));
}

export const printLine = (text = ''): void => void process.stdout.write(`${text}\n`);
