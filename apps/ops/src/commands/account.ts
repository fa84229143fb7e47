import {
  type AccountSummary,
  createAccount,
  listAccounts,
  lockAccount,
  NO_OWN_LIMITS,
  type OwnLimits,
  ownLimitsText,
  setAccountLimits,
  setAccountStatus,
  setAccountTier,
  setLowBalance,
  setTimeZone,
} from '@topup/core/account';
import { type Actor, accountActions, type By, type NewAction, withAuditLog } from '@topup/core/audit';
import { refusalTexts } from '@topup/core/errors';
import { guardActorOf, isGuardRefusal } from '@topup/core/operator-guard';
import { type Db, type DbOrTransaction, formatNaira } from '@topup/core/shared';
import { fundWallet, listLowAccounts } from '@topup/core/wallet';
import type { Command } from 'commander';
import {
  fundingReferenceArgument,
  limitArgument,
  lineArgument,
  nairaArgument,
  nameArgument,
  zoneArgument,
} from '../arguments';
import { askApproval } from '../guarded';
import { hostOf, type Report, reporting, table, time } from '../output';
import { Misuse, noSuchTier, Refusal } from '../refusal';
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
    const account = await withAuditLog(db, by.actor, by.origin, async (tx) => {
      const result = await createAccount(tx, { name, tier }, guardActorOf(by.actor));
      return { result, action: result.kind === 'created' ? accountActions.created(result) : null };
    });
    if (account.kind === 'no_such_tier') throw noSuchTier(tier);
    if (account.kind === 'cap_exceeded') throw new Refusal(refusalTexts.cap_exceeded(account));
    if (account.kind === 'name_taken') throw new Refusal(refusalTexts.account_name_taken({ name }));
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
  const funding = { accountId: id, amountKobo, reference };
  try {
    return await withAuditLog<Opening>(db, by.actor, by.origin, async (tx) => {
      const outcome = await fundWallet(tx, funding, guardActorOf(by.actor));
      if (isGuardRefusal(outcome)) {
        const asked = await askApproval(tx, by, outcome, { kind: 'fund', ...funding }, `opening balance of "${name}"`);
        return { result: { balanceKobo: 0n, asked }, action: null };
      }
      if (outcome.kind === 'reference_used') throw new Refusal(refusalTexts.reference_used(outcome.earlier));
      if (outcome.kind !== 'funded') throw new Error(`the opening of an account was ${outcome.kind}`);
      const action = accountActions.funded({ id, name }, outcome, { reference });
      return { result: { balanceKobo: outcome.balanceAfterKobo, asked: null }, action };
    });
  } catch (error) {
    if (error instanceof Refusal)
      throw new Refusal(`Account "${name}" was created, and was not funded. ${error.message}`);
    const retry = `wallet fund --account ${id} --amount ${formatNaira(amountKobo)} --reference '${reference}'`;
    throw new Refusal(
      `Account "${name}" was created, but it is not known if it was funded. Run \`${retry}\`: it never funds twice.`,
    );
  }
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

/** Changes the account as it is once it is locked. */
function change<T>(
  { account: idOrName, ...as }: AccountOptions,
  work: (tx: DbOrTransaction, was: AccountSummary, actor: Actor) => Promise<{ result: T; action: NewAction | null }>,
): Promise<T> {
  return changeDatabase(as, async (db, { actor, origin }) => {
    const { id } = await requireAccount(db, idOrName);
    return withAuditLog(db, actor, origin, async (tx) => {
      const was = await lockAccount(tx, id);
      if (was === null) throw new Error('an account is never deleted');
      return work(tx, was, actor);
    });
  });
}

async function setStatus(options: AccountOptions, status: AccountSummary['status']): Promise<Report> {
  const account = await change(options, async (tx, was) => {
    await setAccountStatus(tx, was.id, status);
    return { result: { ...was, status }, action: accountActions.status(was, status) };
  });
  return { json: toJson(account), text: `Account "${account.name}" is ${status}.` };
}

async function setTier({ tier, ...options }: AccountOptions & { tier: string }): Promise<Report> {
  const account = await change(options, async (tx, was, actor) => {
    const outcome = await setAccountTier(tx, was.id, tier, guardActorOf(actor));
    if (outcome.kind === 'cap_exceeded') throw new Refusal(refusalTexts.cap_exceeded(outcome));
    if (outcome.kind === 'no_such_tier') throw noSuchTier(tier);
    return { result: { ...was, tier }, action: accountActions.tier(was, tier) };
  });
  return { json: toJson(account), text: `Account "${account.name}" is now on tier "${tier}".` };
}

type LimitOptions = AccountOptions & Partial<Record<keyof OwnLimits, number>> & { reset?: true };

async function setLimits({ account: idOrName, as, reset, ...given }: LimitOptions): Promise<Report> {
  if (!reset && Object.keys(given).length === 0)
    throw new Misuse('Give a limit such as --purchases 12000, or --reset for the defaults.');
  const account = await change({ account: idOrName, as }, async (tx, was) => {
    const limits = { ...(reset ? NO_OWN_LIMITS : was.limits), ...given };
    await setAccountLimits(tx, was.id, limits);
    return { result: { ...was, limits }, action: accountActions.limits(was, limits) };
  });
  const own = ownLimitsText(account.limits);
  return {
    json: toJson(account),
    text: `Account "${account.name}" has ${own === '' ? 'no limits of its own' : `limits of its own: ${own} a minute`}.`,
  };
}

type ThresholdOptions = AccountOptions & { below?: bigint; none?: true };

async function setThreshold({ below, none, ...options }: ThresholdOptions): Promise<Report> {
  if ((below === undefined) === (none === undefined))
    throw new Misuse('Give either --below with an amount such as 50000, or --none.');
  const lowBalanceKobo = below ?? null;
  const account = await change(options, async (tx, was) => {
    await setLowBalance(tx, was.id, lowBalanceKobo);
    return { result: { ...was, lowBalanceKobo }, action: accountActions.lowBalance(was, lowBalanceKobo) };
  });
  const threshold = lowBalanceKobo === null ? 'no threshold' : `a threshold of NGN ${formatNaira(lowBalanceKobo)}`;
  return { json: toJson(account), text: `Account "${account.name}" has ${threshold} for its balance.` };
}

async function setZone({ zone, ...options }: AccountOptions & { zone: string }): Promise<Report> {
  const account = await change(options, async (tx, was) => {
    await setTimeZone(tx, was.id, zone);
    return { result: { ...was, timeZone: zone }, action: accountActions.timeZone(was, zone) };
  });
  return { json: toJson(account), text: `Account "${account.name}" has the time zone ${zone}.` };
}

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
