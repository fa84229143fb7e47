import { EXIT } from './output';
import { runProgram } from './program';
import { systemTerminal } from './terminal';

// whatever ends the process before its command, nobody knows what was bought
process.exitCode = EXIT.UNKNOWN;
process.on('uncaughtException', ({ message }) => {
  process.stderr.write(`${message}\n`);
  process.exit(EXIT.UNKNOWN);
});
// a result that cannot be written is known to nobody; a closed pipe is the terminal's matter
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => code !== 'EPIPE' && process.exit(EXIT.UNKNOWN));
process.stderr.on('error', () => undefined);

void runProgram(process.argv.slice(2), systemTerminal()).then((code) => {
  // an open request would keep the process for a minute, and an exit at once would cut off what a pipe has not taken
  process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
});
