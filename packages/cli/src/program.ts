import { Command, CommanderError } from 'commander';
import { addBatch } from './commands/batch';
import { addBuy } from './commands/buy';
import { addChanges } from './commands/changes';
import { addListen } from './commands/listen';
import { addLogin } from './commands/login';
import { addLogs } from './commands/logs';
import {
  addBalance,
  addClaim,
  addExams,
  addFund,
  addPlans,
  addPrices,
  addServices,
  addStatus,
  addTrigger,
} from './commands/one-call';
import { addVerifyWebhook } from './commands/verify-webhook';
import { Ended, failure, UsageError } from './output';
import type { Terminal } from './terminal';
import { VERSION } from './version';

const COMMANDS = [
  addLogin,
  addBuy,
  addBatch,
  addStatus,
  addChanges,
  addClaim,
  addExams,
  addPlans,
  addServices,
  addPrices,
  addBalance,
  addFund,
  addListen,
  addTrigger,
  addLogs,
  addVerifyWebhook,
];

/** Runs one command. Resolves with the exit code: 0, or one of `EXIT`. */
export async function runProgram(args: readonly string[], terminal: Terminal): Promise<number> {
  const json = args.includes('--json');
  try {
    await buildProgram(terminal, json).parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    const ended = error instanceof Ended ? error.how : null;
    if (ended !== null && ended.cause === undefined) return ended.exitCode;
    const isUsage = error instanceof CommanderError;
    if (isUsage && error.exitCode === 0) return 0;
    const { json: value, text, exitCode } = failure(isUsage ? toUsageError(error) : (ended?.cause ?? error));
    if (json) terminal.out(`${JSON.stringify(value)}\n`);
    else if (!isUsage) terminal.err(`${text}\n`); // commander has printed its own
    return ended?.exitCode ?? exitCode;
  }
}

export function buildProgram(terminal: Terminal, json = false): Command {
  const program = new Command('topup')
    .description('Use the prepaid top-up service from a terminal.')
    .version(VERSION)
    .option('--json', 'print JSON')
    .option('--url <url>', 'the service, instead of TOPUP_URL and that of the login')
    .configureOutput({ writeOut: terminal.out, writeErr: json ? () => undefined : terminal.err })
    .showSuggestionAfterError()
    .exitOverride();
  for (const add of COMMANDS) add(program, terminal);
  return program;
}

const toUsageError = ({ code, message }: CommanderError): UsageError =>
  new UsageError(
    code === 'commander.help' ? 'A command is missing: see `topup --help`.' : message.replace(/^error: /, ''),
  );
