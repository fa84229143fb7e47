import {
  type AccountChange,
  type AccountSummary,
  changeLimits,
  changeLowBalance,
  changeStatus,
  changeTier,
  changeTimeZone,
  listAccounts,
  NO_OWN_LIMITS,
  type OwnLimits,
  openAccount,
  ownLimitsText,
} from '@topup/core/account';
import type { By } from '@topup/core/audit';
import { isRefused, type RefusalCode } from '@topup/core/errors';
import { type Db, formatNaira } from '@topup/core/shared';
import { fundAccount, listLowAccounts } from '@topup/core/wallet';
import type { Command } from 'commander';
import {
  fundingReferenceArgument,
  limitArgument,
  lineArgument,
  nairaArgument,
  nameArgument,
  zoneArgument,
} from '../arguments';
import { isAsked, reportAsked } from '../guarded';
import { hostOf, type Report, reporting, table, time } from '../output';
import { done, Misuse, Refusal, refusalOf } from '../refusal';
import {
  type ActingAs,
  changeDatabase,
  type NamedAccount,
  requireAccount,
  requireNamedAccount,
  withDatabase,
} from '../with-database';

export function accountCommands(program: Command): void {
  const account = program.command('account').description('the accounts of API clients');
  account
    .command('create')
    .description('open an account and its wallet')
    .requiredOption('--name <name>', 'its name, which no other account has', nameArgument)
    .requiredOption('--tier <tier>', 'the name of its tier (`tier list`)', lineArgument)
    .option('--fund <naira>', 'the opening balance', nairaArgument)
    .option(
      '--fund-reference <reference>',
      'the reference of that funding (default: opening:<account id>)',
      fundingReferenceArgument,
    )
    .action(reporting(create));
  account
    .command('list')
    .description('list all accounts')
    .option('--low', 'only active accounts with a balance below what they spent in the last 24 hours, lowest first')
    .action(reporting(({ low }: { low?: boolean }) => (low ? listLow() : list())));
  account
    .command('set-tier')
    .description('move an account to another tier; the new prices apply from its next data purchase on')
    .requiredOption('--account <id or name>', 'the account')
    .requiredOption('--tier <tier>', 'the name of its new tier (`tier list`)', lineArgument)
    .action(reporting(setTier));
  account
    .command('limit')
    .description('set how many requests an account may make in a minute; it applies within a second')
    .requiredOption('--account <id or name>', 'the account')
    .option('--purchases <number>', 'purchases', limitArgument)
    .option('--status <number>', 'status queries', limitArgument)
    .option('--lookups <number>', 'lookups: cable TV packages, smartcards, meters', limitArgument)
    .option('--other <number>', 'all other requests', limitArgument)
    .option('--reset', 'the defaults (RATE_LIMIT_*) for all that is not given here')
    .action(reporting(setLimits));
  account
    .command('low-balance')
    .description('set the balance below which the owners of an account are mailed')
    .requiredOption('--account <id or name>', 'the account')
    .option('--below <naira>', 'the threshold', nairaArgument)
    .option('--none', 'no threshold')
    .action(reporting(setThreshold));
  account
    .command('time-zone')
    .description('set the time zone in which the dashboard shows times and counts days to the users of an account')
    .requiredOption('--account <id or name>', 'the account')
    .requiredOption('--zone <name>', 'such as Africa/Lagos, Europe/London or UTC', zoneArgument)
    .action(reporting(setZone));
  account
    .command('show')
    .description('show an account, found by its id, its name, or the payment reference of a bank transfer')
    .option('--account <id or name>', 'the account')
    .option('--payment-reference <reference>', 'its payment reference, such as TUP-7K2MRW')
    .action(reporting(show));
  for (const [name, status, description] of [
    ['suspend', 'suspended', 'reject its API keys within a second; open purchases still finish'],
    ['resume', 'active', 'accept its API keys again'],
  ] as const) {
    account
      .command(name)
      .description(description)
      .requiredOption('--account <id or name>', 'the account')
      .action(reporting((options: AccountOptions) => setStatus(options, status)));
  }
}

type AccountOptions = ActingAs & { account: string };

type CreateOptions = ActingAs & { name: string; tier: string; fund?: bigint; fundReference?: string };

function create({ name, tier, fund, fundReference, ...as }: CreateOptions): Promise<Report> {
  if (fund === undefined && fundReference !== undefined)
    throw new Misuse('--fund-reference needs --fund. Give an amount, or leave both out.');
  return changeDatabase(as, async (db, by) => {
    const { account } = done(await openAccount(db, by, { name, tier }));
    const opening =
      fund === undefined
        ? { balanceKobo: 0n, asked: null }
        : await fundOpening(db, by, account, fund, fundReference ?? `opening:${account.id}`);
    const balance = formatNaira(opening.balanceKobo);
    const text = `Account "${name}" is open with NGN ${balance}. Its id is ${account.id}.`;
    return {
      json: { id: account.id, name, tier, balance, ...(opening.asked && { funding: opening.asked.json }) },
      text: opening.asked === null ? text : `${text}\n${opening.asked.text}`,
      ...(opening.asked && { asked: true }),
    };
  });
}

/** `asked`: the funding needs an approval, and was asked for. */
type Opening = { balanceKobo: bigint; asked: Report | null };

/** The account exists even when its funding fails. The operator must then know how to continue without a second one. */
async function fundOpening(
  db: Db,
  by: By,
  { id, name }: AccountSummary,
  amountKobo: bigint,
  reference: string,
): Promise<Opening> {
  const payment = { accountId: id, amountKobo, reference };
  const funding = await fundAccount(db, by, payment, { approval: `opening balance of "${name}"` }).catch(() => {
    const retry = `wallet fund --account ${id} --amount ${formatNaira(amountKobo)} --reference '${reference}'`;
    throw new Refusal(
      `Account "${name}" was created, but it is not known if it was funded. Run \`${retry}\`: it never funds twice.`,
    );
  });
  if (isAsked(funding)) return { balanceKobo: 0n, asked: reportAsked(funding) };
  if (isRefused(funding))
    throw new Refusal(`Account "${name}" was created, and was not funded. ${refusalOf(funding).message}`);
  return { balanceKobo: funding.balanceAfterKobo, asked: null };
}

function list(): Promise<Report> {
  return withDatabase(async (db) => {
    const accounts = await listAccounts(db);
    const rows = accounts.map(({ id, name, tier, status, balanceKobo, limits }) => [
      id,
      name,
      tier,
      status,
      formatNaira(balanceKobo),
      ownLimitsText(limits) || '-',
    ]);
    return {
      json: accounts.map(toJson),
      text: table(['ID', 'NAME', 'TIER', 'STATUS', 'BALANCE', 'OWN LIMITS'], rows, 'There are no accounts.'),
    };
  });
}

function listLow(): Promise<Report> {
  return withDatabase(async (db) => {
    const accounts = await listLowAccounts(db);
    const low = accounts.map(({ id, name, balanceKobo, spentKobo }) => {
      return { id, name, balance: formatNaira(balanceKobo), spent: formatNaira(spentKobo) };
    });
    const rows = low.map(({ id, name, balance, spent }) => [id, name, balance, spent]);
    return { json: low, text: table(['ID', 'NAME', 'BALANCE', 'SPENT IN 24 H'], rows, 'No account is low.') };
  });
}

/** Changes an account, and says how it is now. */
function change(
  { account: idOrName, ...as }: AccountOptions,
  work: (db: Db, by: By, id: string) => Promise<AccountChange<RefusalCode>>,
  say: (account: AccountSummary) => string,
): Promise<Report> {
  return changeDatabase(as, async (db, by) => {
    const { id } = await requireAccount(db, idOrName);
    const { account } = done(await work(db, by, id));
    return { json: toJson(account), text: `Account "${account.name}" ${say(account)}.` };
  });
}

const setStatus = (options: AccountOptions, status: AccountSummary['status']): Promise<Report> =>
  change(
    options,
    (db, by, id) => changeStatus(db, by, id, status),
    () => `is ${status}`,
  );

const setTier = ({ tier, ...options }: AccountOptions & { tier: string }): Promise<Report> =>
  change(
    options,
    (db, by, id) => changeTier(db, by, id, tier),
    () => `is now on tier "${tier}"`,
  );

type LimitOptions = AccountOptions & Partial<Record<keyof OwnLimits, number>> & { reset?: true };

async function setLimits({ account, as, reset, ...given }: LimitOptions): Promise<Report> {
  if (!reset && Object.keys(given).length === 0)
    throw new Misuse('Give a limit such as --purchases 12000, or --reset for the defaults.');
  return change(
    { account, as },
    (db, by, id) => changeLimits(db, by, id, { ...(reset && NO_OWN_LIMITS), ...given }),
    ({ limits }) => {
      const own = ownLimitsText(limits);
      return `has ${own === '' ? 'no limits of its own' : `limits of its own: ${own} a minute`}`;
    },
  );
}

type ThresholdOptions = AccountOptions & { below?: bigint; none?: true };

async function setThreshold({ below, none, ...options }: ThresholdOptions): Promise<Report> {
  if ((below === undefined) === (none === undefined))
    throw new Misuse('Give either --below with an amount such as 50000, or --none.');
  const threshold = below === undefined ? 'no threshold' : `a threshold of NGN ${formatNaira(below)}`;
  return change(
    options,
    (db, by, id) => changeLowBalance(db, by, id, below ?? null),
    () => `has ${threshold} for its balance`,
  );
}

const setZone = ({ zone, ...options }: AccountOptions & { zone: string }): Promise<Report> =>
  change(
    options,
    (db, by, id) => changeTimeZone(db, by, id, zone),
    () => `has the time zone ${zone}`,
  );

function show(named: NamedAccount): Promise<Report> {
  return withDatabase(async (db) => {
    const account = await requireNamedAccount(db, named);
    const { id, name, tier, status, balanceKobo, lowBalanceKobo, paymentReference, timeZone, limits } = account;
    const rows = [
      ['NAME', name],
      ['ID', id],
      ['PAYMENT REFERENCE', paymentReference],
      ['TIER', tier],
      ['STATUS', status],
      ['BALANCE', formatNaira(balanceKobo)],
      ['LOW BELOW', lowBalanceKobo === null ? '-' : formatNaira(lowBalanceKobo)],
      ['TIME ZONE', timeZone],
      ['OWN LIMITS', ownLimitsText(limits) || '-'],
    ];
    return { json: toJson(account), text: rows.map(([what = '', value]) => `${what.padEnd(19)}${value}`).join('\n') };
  });
}

const toJson = ({ balanceKobo, lowBalanceKobo, createdAt, webhookUrl, ...account }: AccountSummary) => ({
  ...account,
  balance: formatNaira(balanceKobo),
  lowBelow: lowBalanceKobo === null ? null : formatNaira(lowBalanceKobo),
  webhookHost: hostOf(webhookUrl),
  createdAt: time(createdAt),
});
