import { runProgram } from './program';

const streams = {
  out: (text: string) => void process.stdout.write(text),
  err: (text: string) => void process.stderr.write(text),
};

// `ops … | head` closes our standard output early, which is not an error
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
void runProgram(process.argv.slice(2), streams).then((code) => {
  process.exitCode = code;
});
