import { createInterface } from 'node:readline/promises';
import { setFlagsFromString } from 'node:v8';
import { outliveReaders } from './output';
import { runProgram } from './program';

// a command ends before it would gain from what V8 optimizes of Prisma's compiler, which takes 0.1 s of CPU
setFlagsFromString('--liftoff-only');

async function ask(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${question} [y/N] `);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

const streams = {
  ask: process.stdin.isTTY ? ask : undefined,
  out: (text: string) => void process.stdout.write(text),
  err: (text: string) => void process.stderr.write(text),
};

outliveReaders();
// not `exitCode` alone: Node would wait for threads that still compile
void runProgram(process.argv.slice(2), streams).then((code) => {
  process.exitCode ||= code;
  process.stdout.write('', () => process.exit());
});
