import { execFile } from 'node:child_process';
import path from 'node:path';
import { COMPILE_QUICKLY } from '@topup/testkit';
import { runProgram } from '../program';

export const PROGRAM = path.join(__dirname, '../../dist/main.js');

/** Result of a command. `lines`: the lines of standard error, without empty ones. */
export type OpsResult = { code: number; stdout: string; lines: string[] };

// DATA_DIR: the default one may hold the runtime.json of a developer's `npm start`
const NOWHERE = { DATA_DIR: '/nonexistent' };

let before: Promise<unknown> = Promise.resolve();

/**
 * Runs a command in this process with nothing but `environment`, for a person who says yes unless `ask` says otherwise:
 * a new process takes longer to load than most commands to run. Commands run one after the other, because a process
 * has one environment.
 */
export function runOps(environment: Record<string, string>, args: string[], ask = sayYes): Promise<OpsResult> {
  const running = before.then(() => runHere(environment, args, ask));
  before = running.catch(() => undefined);
  return running;
}

const sayYes = async (_question: string) => true;

async function runHere(environment: Record<string, string>, args: string[], ask = sayYes): Promise<OpsResult> {
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
    ask,
  };
  try {
    const code = await runProgram(args, streams);
    return toResult(code, stdout, stderr);
  } finally {
    process.env = kept;
  }
}

/** Runs a command as an operator does: the compiled program, in a process of its own. */
export function startOps(environment: Record<string, string>, args: string[]): Promise<OpsResult> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [COMPILE_QUICKLY, PROGRAM, ...args],
      { env: { ...NOWHERE, ...environment } },
      (error, stdout, stderr) => {
        resolve(toResult(typeof error?.code === 'number' ? error.code : 0, stdout, stderr));
      },
    );
  });
}

const toResult = (code: number, stdout: string, stderr: string): OpsResult => ({
  code,
  stdout,
  lines: stderr.split('\n').filter((line) => line !== ''),
});
