import { RUNNING_VERSION } from '@topup/runtime/version';
import { Command as Commander, CommanderError, Help, type Option } from 'commander';
import { emailArgument } from './arguments';
import { type Command, declare, type Group } from './declare';
import { OnlyAsked } from './output';
import { Misuse, Refusal, toSentence } from './refusal';

const DONE = 0;
const REFUSED = 1;
const USAGE = 2;
const ASKED = 3;

export const EXIT_CODES =
  'Exit codes: 0 done; 1 refused, or a problem was found; 2 wrong usage; 3 not done, an approval was asked for.';

const EXAMPLES = `
Examples:
  ops status
  ops purchase show order-1 --json
  ops wallet fund --account Acme --amount 50000 --reference bank-4711
  ops purchase settle order-1 --refund --note 'not in the statement' --as ada@example.com`;

/** The commands of each group, by its name. Loading all of them takes a third of a second. */
const GROUPS: Record<string, () => Promise<Group | Command>> = {
  tier: async () => (await import('./commands/tier.js')).tierCommands,
  account: async () => (await import('./commands/account.js')).accountCommands,
  key: async () => (await import('./commands/key.js')).keyCommands,
  keys: async () => (await import('./commands/key.js')).keysCommands,
  'webhook-secret': async () => (await import('./commands/webhook-secret.js')).webhookSecretCommands,
  user: async () => (await import('./commands/user.js')).userCommands,
  wallet: async () => (await import('./commands/wallet.js')).walletCommands,
  approval: async () => (await import('./commands/approval.js')).approvalCommands,
  limits: async () => (await import('./commands/limits.js')).limitsCommands,
  catalogue: async () => (await import('./commands/catalogue.js')).catalogueCommands,
  price: async () => (await import('./commands/price.js')).priceCommands,
  discount: async () => (await import('./commands/discount.js')).discountCommands,
  collections: async () => (await import('./commands/collections.js')).collectionCommands,
  report: async () => (await import('./commands/reports/report.js')).reportCommands,
  recon: async () => (await import('./commands/recon/recon.js')).reconCommands,
  purchase: async () => (await import('./commands/purchase.js')).purchaseCommands,
  claim: async () => (await import('./commands/claim.js')).claimCommands,
  books: async () => (await import('./commands/books.js')).booksCommands,
  backup: async () => (await import('./commands/backup.js')).backupCommands,
  audit: async () => (await import('./commands/audit.js')).auditCommands,
  provider: async () => (await import('./commands/provider.js')).providerCommands,
  service: async () => (await import('./commands/service.js')).serviceCommands,
  route: async () => (await import('./commands/route.js')).routeCommands,
  status: async () => (await import('./commands/status.js')).statusCommand,
  retention: async () => (await import('./commands/retention.js')).retentionCommands,
  quarantine: async () => (await import('./commands/quarantine.js')).quarantineCommand,
  database: async () => (await import('./commands/database.js')).databaseCommands,
};

/**
 * `out` gets the result of a command, `err` everything else. `ask` puts a question to the person at the terminal: true
 * for yes. Undefined: there is nobody.
 */
type Streams = {
  out(text: string): void;
  err(text: string): void;
  ask?: ((question: string) => Promise<boolean>) | undefined;
};

/** Runs one command. @returns the exit code: see EXIT_CODES */
export async function runProgram(args: string[], streams: Streams): Promise<number> {
  try {
    const program = await buildProgram(streams, groupIn(args));
    await program.parseAsync(args, { from: 'user' });
    return DONE;
  } catch (error) {
    // commander has already printed what was wrong, or the help
    if (error instanceof CommanderError) return error.exitCode === DONE ? DONE : USAGE;
    if (error instanceof OnlyAsked) return ASKED;
    streams.err(`${toSentence(error)}\n`);
    return error instanceof Misuse ? USAGE : REFUSED;
  }
}

/**
 * The name of the group that the command is of: its first word. Undefined: all have to be loaded, for help or a fault.
 */
function groupIn(args: string[]): string | undefined {
  const [first] = args.filter((word, i) => !word.startsWith('-') && args[i - 1] !== '--as');
  return first !== undefined && Object.hasOwn(GROUPS, first) ? first : undefined;
}

export async function buildProgram({ out, err, ask }: Streams, only?: string): Promise<Commander> {
  const program = new OpsCommand('ops')
    .description('Operate the prepaid top-up service.')
    .version(RUNNING_VERSION)
    .option('--json', 'print JSON on one line instead of text')
    .option('--as <address>', 'the operator for whom you act; kept in the audit log', emailArgument)
    .option('--yes', 'confirm what the command asks; needed without a terminal')
    .configureHelp({
      showGlobalOptions: true,
      commandUsage: usageWithRequired,
      optionDescription: (option) => `${new Help().optionDescription(option)}${option.mandatory ? ' (required)' : ''}`,
    })
    .addHelpText('after', EXAMPLES)
    .addHelpText('afterAll', `\n${EXIT_CODES}`)
    .hook('preAction', (_, command) => confirm(command, ask))
    .configureOutput({ writeOut: out, writeErr: err })
    .exitOverride();
  for (const load of Object.entries(GROUPS).flatMap(([name, each]) => (name === (only ?? name) ? [each] : [])))
    declare(program, await load());
  return program;
}

/** A command whose help shows what it needs, and whose fault names everything that is missing. */
class OpsCommand extends Commander {
  override createCommand(name?: string): OpsCommand {
    return new OpsCommand(name);
  }

  /** Commander calls it with the first option that is missing, and ends with that one. */
  missingMandatoryOptionValue(first: Option): never {
    const missing = this.options.filter(
      (each) => each.mandatory && this.getOptionValue(each.attributeName()) === undefined,
    );
    const flags = (missing.length === 0 ? [first] : missing).map((each) => each.flags).join(', ');
    return this.error(`error: required and not given: ${flags}`, { code: 'commander.missingMandatoryOptionValue' });
  }
}

/** `ops key create --account <id or name> --name <name> [options]` */
function usageWithRequired(command: Commander): string {
  const required = command.options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags);
  return [...wordsOf(command), ...required, command.usage()].join(' ');
}

type Asking = (options: Record<string, unknown>, words: string[]) => string | null | Promise<string | null>;

/** Questions before commands that cannot be undone, or that stop a client, by the words of the command. */
export const QUESTIONS: Record<string, Asking> = {
  'key revoke': ({ key }) => `Revoke key ${key} for good?`,
  'webhook-secret revoke': ({ account }) => `Revoke the webhook secrets of ${account} for good?`,
  'tier set-markup': ({ tier, dryRun }) => (dryRun ? null : `Change what all accounts of tier ${tier} pay?`),
  'account suspend': ({ account }) => `Suspend ${account}? It cannot buy then.`,
  'user disable': ({ email }) => `Sign ${email} out and block their sign-in?`,
  'user drop-two-factor': ({ email }) => `Let ${email} sign in with the password alone?`,
  'wallet adjust': ({ account, reference }) => `Adjust the wallet of ${account} (${reference})?`,
  'collections dismiss': (_, [id]) => `Take transfer ${id} off the list for good? No wallet gets it then.`,
  'purchase settle': async ({ success, account }, [reference = '']) => {
    const { askBeforeSettling } = await import('./commands/purchase.js');
    return askBeforeSettling({
      reference,
      account: account as string | undefined,
      decision: success ? 'success' : 'refund',
    });
  },
  quarantine: ({ dryRun, nothingLost }) =>
    dryRun ? null : nothingLost ? 'Is it proven that this server lacks nothing?' : 'Treat all open purchases as sent?',
};

/** @throws Refusal when the person at the terminal does not say yes; Misuse when nobody is there, and no --yes */
async function confirm(command: Commander, ask: Streams['ask']): Promise<void> {
  const asking = command.optsWithGlobals().yes ? undefined : QUESTIONS[wordsOf(command).slice(1).join(' ')];
  const question = asking?.(command.opts(), command.args) ?? null;
  if (question === null) return;
  if (ask === undefined)
    throw new Misuse('Nothing was changed: without a terminal, this command acts only with --yes.');
  const text = await question;
  if (text !== null && !(await ask(text))) throw new Refusal('Nothing was changed.');
}

/** The name of the program, of the group, and of the command in it. */
const wordsOf = (command: Commander): string[] => [
  ...(command.parent === null ? [] : wordsOf(command.parent)),
  command.name(),
];
