import { setFlagsFromString } from 'node:v8';
import { outliveReaders } from './output';
import { runProgram } from './program';
import { ask } from './question';

// a command ends before it would gain from what V8 optimizes of Prisma's compiler, which takes 0.1 s of CPU
setFlagsFromString('--liftoff-only');

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
