import { execFile } from 'node:child_process';
import path from 'node:path';
import { COMPILE_QUICKLY } from '@topup/testkit';
import { runProgram } from '../program';

const PROGRAM = path.join(__dirname, '../../dist/main.js');

export type Ended = { code: number; stdout: string; lines: string[] };

// DATA_DIR: the default one may hold the runtime.json of a developer's `npm start`
const NOWHERE = { DATA_DIR: '/nonexistent' };

let before: Promise<unknown> = Promise.resolve();

/**
 * Runs a command with nothing but `environment`; `lines` are those of standard error. In this process, as a new one takes longer to load than most commands to
 * run; one after the other, as there is one environment.
 */
export function runOps(environment: Record<string, string>, words: string[]): Promise<Ended> {
  const running = before.then(() => runHere(environment, words));
  before = running.catch(() => undefined);
  return running;
}

async function runHere(environment: Record<string, string>, words: string[]): Promise<Ended> {
  const kept = process.env;
  process.env = { ...NOWHERE, ...environment };
  let [stdout, stderr] = ['', ''];
  const streams = {
    out: (text: string) => {
      stdout += text;
    },
    err: (text: string) => {
      stderr += text;
    },
  };
  try {
    const code = await runProgram(words, streams);
    return ended(code, stdout, stderr);
  } finally {
    process.env = kept;
  }
}

/** The same by the compiled program, as a process of its own. */
export function startOps(environment: Record<string, string>, words: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [COMPILE_QUICKLY, PROGRAM, ...words],
      { env: { ...NOWHERE, ...environment } },
      (error, stdout, stderr) => {
        resolve(ended(typeof error?.code === 'number' ? error.code : 0, stdout, stderr));
      },
    );
  });
}

const ended = (code: number, stdout: string, stderr: string): Ended => ({
  code,
  stdout,
  lines: stderr.split('\n').filter((line) => line !== ''),
});
