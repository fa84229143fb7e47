import { runProgram } from './program';
import { systemTerminal } from './terminal';

// `topup … | head` closes our standard output early, which is not an error
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
void runProgram(process.argv.slice(2), systemTerminal()).then((code) => {
  process.exitCode = code;
});
