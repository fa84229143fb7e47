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
  openAccount,
  ownLimitsText,
} from '@topup/core/account';
import type { By } from '@topup/core/audit';
import { isRefused, type RefusalCode } from '@topup/core/errors';
import { type Db, formatNaira, pick } from '@topup/core/shared';
import { fundAccount, listLowAccounts } from '@topup/core/wallet';
import {
  ACCOUNT,
  fundingReferenceArgument,
  limitArgument,
  lineArgument,
  nairaArgument,
  nameArgument,
  zoneArgument,
} from '../arguments';
import { changes, command, group, needed, option, reads } from '../declare';
import { facts, hostOf, listOf, type Report } from '../output';
import { done, isAsked, Misuse, Refusal, refusalOf, reportAsked } from '../refusal';
import { changeDatabase, requireAccount, requireNamedAccount } from '../with-database';

export const accountCommands = group('account', 'the accounts of API clients', [
  command(
    'create',
    'open an account and its wallet',
    [
      needed('--name <name>', 'its name, unique among accounts', nameArgument),
      needed('--tier <tier>', 'the name of its tier (`tier list`)', lineArgument),
      option('--fund <naira>', 'the opening balance; a large one needs an approval', nairaArgument),
      option(
        '--fund-reference <reference>',
        'the reference of that funding (default: `opening:<account id>`)',
        fundingReferenceArgument,
      ),
    ],
    async ({ name, tier, fund, fundReference, ...as }) => {
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
    },
  ),
  reads(
    'list',
    'list all accounts',
    [option('--low', 'only active accounts whose balance is below what they spent in 24 hours')],
    (db, { low }) => (low ? listLow(db) : list(db)),
  ),
  changes(
    'set-tier',
    'move an account to another tier, with its prices and discounts from the next purchase on',
    [ACCOUNT, needed('--tier <tier>', 'the name of its new tier (`tier list`)', lineArgument)],
    async (db, by, { account, tier }) =>
      said(await changed(db, account, (id) => changeTier(db, by, id, tier)), `is now on tier "${tier}"`),
  ),
  command(
    'limit',
    'set how many requests an account may make in a minute',
    [
      ACCOUNT,
      option('--purchases <number>', 'purchases', limitArgument),
      option('--status <number>', 'status queries', limitArgument),
      option('--lookups <number>', 'lookups, such as of packages and meters', limitArgument),
      option('--other <number>', 'all other requests', limitArgument),
      option('--reset', 'the defaults (RATE_LIMIT_*) for all other limits'),
    ],
    async ({ account, reset, purchases, status, lookups, other, ...as }) => {
      const given = Object.fromEntries(
        Object.entries({ purchases, status, lookups, other }).filter(([, limit]) => limit !== undefined),
      );
      if (!reset && Object.keys(given).length === 0)
        throw new Misuse('Give a limit such as --purchases 12000, or --reset for the defaults.');
      return changeDatabase(as, async (db, by) => {
        const limits = { ...(reset && NO_OWN_LIMITS), ...given };
        const now = await changed(db, account, (id) => changeLimits(db, by, id, limits));
        const own = ownLimitsText(now.limits);
        return said(now, `has ${own === '' ? 'no limits of its own' : `limits of its own: ${own} a minute`}`);
      });
    },
  ),
  command(
    'low-balance',
    'set the balance below which the owners of an account get a mail',
    [ACCOUNT, option('--below <naira>', 'the threshold', nairaArgument), option('--none', 'no threshold')],
    async ({ account, below, none, ...as }) => {
      if ((below === undefined) === (none === undefined))
        throw new Misuse('Give either --below with an amount such as 50000, or --none.');
      const threshold = below === undefined ? 'no threshold' : `a threshold of NGN ${formatNaira(below)}`;
      return changeDatabase(as, async (db, by) => {
        const now = await changed(db, account, (id) => changeLowBalance(db, by, id, below ?? null));
        return said(now, `has ${threshold} for its balance`);
      });
    },
  ),
  changes(
    'time-zone',
    'set the time zone in which the dashboard shows times to the users of an account',
    [ACCOUNT, needed('--zone <name>', 'such as Africa/Lagos, Europe/London or UTC', zoneArgument)],
    async (db, by, { account, zone }) =>
      said(await changed(db, account, (id) => changeTimeZone(db, by, id, zone)), `has the time zone ${zone}`),
  ),
  reads(
    'show',
    'show an account',
    [
      option('--account <id or name>', 'the account'),
      option('--payment-reference <reference>', 'its payment reference, such as TUP-7K2MRW'),
    ],
    async (db, named) => show(await requireNamedAccount(db, named)),
  ),
  ...(
    [
      ['suspend', 'suspended', 'reject the API keys of an account; open purchases still finish'],
      ['resume', 'active', 'accept the API keys of an account again'],
    ] as const
  ).map(([name, status, help]) =>
    changes(name, help, [ACCOUNT], async (db, by, { account }) =>
      said(await changed(db, account, (id) => changeStatus(db, by, id, status)), `is ${status}`),
    ),
  ),
]);

/**
 * The account exists even when its funding fails. The operator must then know how to continue without a second one.
 * `asked`: the funding needs an approval, and was asked for.
 */
async function fundOpening(
  db: Db,
  by: By,
  { id, name }: AccountSummary,
  amountKobo: bigint,
  reference: string,
): Promise<{ balanceKobo: bigint; asked: Report | null }> {
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

const ownLimits = ({ limits }: Pick<AccountSummary, 'limits'>) => ownLimitsText(limits) || '-';

async function list(db: Db): Promise<Report> {
  const accounts = (await listAccounts(db)).map(toJson);
  return listOf(
    accounts,
    ['id', 'name', 'tier', 'status', 'balance', ['OWN LIMITS', ownLimits]],
    'There are no accounts.',
  );
}

async function listLow(db: Db): Promise<Report> {
  const low = (await listLowAccounts(db)).map((account) => pick(account, 'id', 'name', 'balanceKobo', 'spentKobo'));
  return listOf(low, ['id', 'name', 'balance', ['SPENT IN 24 H', 'spent']], 'No account is low.');
}

/** Changes the account of this id or name. @returns it as it is now */
async function changed(
  db: Db,
  idOrName: string,
  work: (id: string) => Promise<AccountChange<RefusalCode>>,
): Promise<AccountSummary> {
  const { id } = await requireAccount(db, idOrName);
  return done(await work(id)).account;
}

const said = (account: AccountSummary, how: string): Report => ({
  json: toJson(account),
  text: `Account "${account.name}" ${how}.`,
});

function show(account: AccountSummary): Report {
  const { id, name, tier, status, balanceKobo, lowBalanceKobo, paymentReference, timeZone } = account;
  const text = facts([
    ['NAME', name],
    ['ID', id],
    ['PAYMENT REFERENCE', paymentReference],
    ['TIER', tier],
    ['STATUS', status],
    ['BALANCE', formatNaira(balanceKobo)],
    ['LOW BELOW', lowBalanceKobo === null ? '-' : formatNaira(lowBalanceKobo)],
    ['TIME ZONE', timeZone],
    ['OWN LIMITS', ownLimits(account)],
  ]);
  return { json: toJson(account), text };
}

const toJson = ({ lowBalanceKobo: lowBelowKobo, webhookUrl, ...account }: AccountSummary) => ({
  ...account,
  lowBelowKobo,
  webhookHost: hostOf(webhookUrl),
});
