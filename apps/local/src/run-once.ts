import { execFile } from 'node:child_process';
import { programs } from './paths';
import type { Given } from './settings';

/**
 * Runs a program to its end, with the options of Node that this one has and `input` on its standard input, and gives its standard output.
 * @throws Error with what it said on standard error
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
    child.stdin?.on('error', () => undefined).end(input); // one that ends without reading it says why itself
  });
}

/** Runs an operators' command and gives its JSON. */
export async function runOps<T>(args: string[], settings: Given, input?: string): Promise<T> {
  return JSON.parse(await runOnce(programs.ops, [...args, '--json'], settings, input));
}
