import { Command, CommanderError } from 'commander';
import { accountCommands } from './commands/account';
import { booksCommands } from './commands/books';
import { catalogueCommands } from './commands/catalogue';
import { keyCommands } from './commands/key';
import { keysCommands } from './commands/keys';
import { priceCommands } from './commands/price';
import { providerCommands } from './commands/provider';
import { purchaseCommands } from './commands/purchase';
import { quarantineCommand } from './commands/quarantine';
import { tierCommands } from './commands/tier';
import { walletCommands } from './commands/wallet';
import { Misuse, sentenceOf } from './refusal';

const REFUSED = 1;
const USAGE = 2;

const GROUPS = [
  tierCommands,
  accountCommands,
  keyCommands,
  keysCommands,
  walletCommands,
  catalogueCommands,
  priceCommands,
  purchaseCommands,
  booksCommands,
  providerCommands,
  quarantineCommand,
];

function buildProgram(): Command {
  const program = new Command('ops')
    .description('Accounts, keys, money, data plans, purchases, books and provider of the top-up service.')
    .option('--json', 'print one JSON value on one line instead of text')
    .configureHelp({ showGlobalOptions: true })
    .exitOverride();
  for (const group of GROUPS) group(program);
  return program;
}

async function main(): Promise<void> {
  try {
    await buildProgram().parseAsync();
  } catch (error) {
    // commander has said what was wrong with the words of the command, or has printed the help it was asked for
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : USAGE;
    else {
      process.stderr.write(`${sentenceOf(error)}\n`);
      process.exitCode = error instanceof Misuse ? USAGE : REFUSED;
    }
  }
}

// `ops … | head` closes our standard output early, which is no fault
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : REFUSED));
void main();
