import { Command, CommanderError } from 'commander';
import { addBalance } from './commands/balance';
import { addBuy } from './commands/buy';
import { addFund } from './commands/fund';
import { addListen } from './commands/listen';
import { addLogin } from './commands/login';
import { addLogs } from './commands/logs';
import { addPlans } from './commands/plans';
import { addStatus } from './commands/status';
import { addTrigger } from './commands/trigger';
import { addVerifyWebhook } from './commands/verify-webhook';
import { EXIT, failure } from './output';
import type { Terminal } from './terminal';
import { VERSION } from './version';

const COMMANDS = [
  addLogin,
  addBuy,
  addStatus,
  addPlans,
  addBalance,
  addFund,
  addListen,
  addTrigger,
  addLogs,
  addVerifyWebhook,
];

/** Runs one command. Resolves with the exit code: 0, or one of `EXIT`. */
export async function runProgram(args: readonly string[], terminal: Terminal): Promise<number> {
  const program = new Command('topup')
    .description('The command line of the prepaid top-up service.')
    .version(VERSION)
    .option('--json', 'print JSON')
    .option('--url <url>', 'the service, instead of that of the login (TOPUP_URL)')
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .showSuggestionAfterError()
    .exitOverride();
  for (const add of COMMANDS) add(program, terminal);
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // commander has already printed what was wrong, or the help
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.USAGE;
    const { json, text, exitCode } = failure(error);
    if (program.opts().json) terminal.out(`${JSON.stringify(json)}\n`);
    else terminal.err(`${text}\n`);
    return exitCode;
  }
}
