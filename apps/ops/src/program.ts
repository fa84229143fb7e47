import { VERSION } from '@topup/runtime';
import { Command, CommanderError } from 'commander';
import { emailArgument } from './arguments';
import { accountCommands } from './commands/account';
import { approvalCommands } from './commands/approval';
import { auditCommands } from './commands/audit';
import { backupCommands } from './commands/backup';
import { booksCommands } from './commands/books';
import { catalogueCommands } from './commands/catalogue';
import { databaseCommands } from './commands/database';
import { keyCommands } from './commands/key';
import { keysCommands } from './commands/keys';
import { limitsCommands } from './commands/limits';
import { priceCommands } from './commands/price';
import { providerCommands } from './commands/provider';
import { purchaseCommands } from './commands/purchase';
import { quarantineCommand } from './commands/quarantine';
import { reconCommands } from './commands/recon/recon';
import { reportCommands } from './commands/reports/report';
import { retentionCommands } from './commands/retention';
import { routeCommands } from './commands/route';
import { tierCommands } from './commands/tier';
import { userCommands } from './commands/user';
import { walletCommands } from './commands/wallet';
import { webhookSecretCommands } from './commands/webhook-secret';
import { Misuse, toSentence } from './refusal';

const DONE = 0;
const REFUSED = 1;
const USAGE = 2;

const GROUPS = [
  tierCommands,
  accountCommands,
  keyCommands,
  keysCommands,
  webhookSecretCommands,
  userCommands,
  walletCommands,
  approvalCommands,
  limitsCommands,
  catalogueCommands,
  priceCommands,
  reportCommands,
  reconCommands,
  purchaseCommands,
  booksCommands,
  backupCommands,
  auditCommands,
  providerCommands,
  routeCommands,
  retentionCommands,
  quarantineCommand,
  databaseCommands,
];

/** `out` gets the result of a command, `err` everything else. */
export type Streams = { out(text: string): void; err(text: string): void };

/** Runs one command. @returns the exit code: 0, 1 for a refusal or a problem, 2 for wrong usage */
export async function runProgram(args: string[], streams: Streams): Promise<number> {
  try {
    await buildProgram(streams).parseAsync(args, { from: 'user' });
    return DONE;
  } catch (error) {
    // commander has already printed what was wrong, or the help
    if (error instanceof CommanderError) return error.exitCode === DONE ? DONE : USAGE;
    streams.err(`${toSentence(error)}\n`);
    return error instanceof Misuse ? USAGE : REFUSED;
  }
}

/** All commands. */
export function buildProgram({ out, err }: Streams): Command {
  const program = new Command('ops')
    .description(
      'Accounts, keys, users, money, data plans, purchases, books, records and provider of the top-up service.',
    )
    .version(VERSION)
    .option('--json', 'print one JSON value on one line instead of text')
    .option('--as <address>', 'the operator for whom you act; kept in the audit log', emailArgument)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: out, writeErr: err })
    .exitOverride();
  for (const group of GROUPS) group(program);
  return program;
}
