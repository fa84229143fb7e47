import type { Mode } from '@topup/core/account';
import {
  endKey,
  giveKey,
  type KeyLimits,
  keyLimitFacts,
  keyScopes,
  limitKey,
  listKeys,
  NO_KEY_LIMITS,
  readKeyUse,
} from '@topup/core/api-key';
import { formatNaira } from '@topup/core/shared';
import { type Command, Option } from 'commander';
import { cidrsArgument, idArgument, lineArgument, modeOption, nairaArgument, orNone, timeArgument } from '../arguments';
import { fittingMasterKey, readMasterKeys } from '../master-key';
import { facts, type Report, reporting, table, time } from '../output';
import { done, Misuse, refusalOf } from '../refusal';
import { type ActingAs, changeDatabase, requireAccountOf, withDatabase } from '../with-database';

export function keyCommands(program: Command): void {
  const key = program.command('key').description('the API keys of accounts');
  limitOptions(
    key
      .command('create')
      .description(
        'create a key for an account, shown once; with scope purchase it signs the webhook events of the account at once',
      )
      .requiredOption('--account <id or name>', 'the account that gets the key')
      .requiredOption('--name <name>', 'the name of the key in lists', lineArgument)
      .addOption(modeOption()),
  ).action(reporting(create));
  limitOptions(
    key
      .command('limit')
      .description(
        'change what a key may; what is not given stays; it applies within a second; the newest key of scope purchase signs the webhook events',
      )
      .requiredOption('--key <id>', 'the id of the key (`key list`)', idArgument),
  ).action(reporting(limit));
  key
    .command('list')
    .description('list the keys of an account with their limits and use, without their secrets')
    .requiredOption('--account <id or name>', 'the account')
    .addOption(modeOption())
    .action(reporting(list));
  key
    .command('revoke')
    .description('revoke a key for good, everywhere within a second')
    .requiredOption('--key <id>', 'the id of the key (`key list`)', idArgument)
    .action(reporting(revoke));
}

function limitOptions(command: Command): Command {
  return command
    .addOption(new Option('--scope <scope>', '`read`: what changes nothing; `purchase`: all').choices([...keyScopes]))
    .option(
      '--expires <time>',
      'when it stops to work, such as 2026-12-31T23:00:00Z, or `never`',
      orNone('never', timeArgument),
    )
    .option('--cidr <networks>', 'the networks that it may be used from, separated by commas, or `any`', cidrsArgument)
    .option(
      '--daily-limit <naira>',
      'the most that it may spend in a Lagos day, or `none`',
      orNone('none', nairaArgument),
    );
}

type LimitOptions = {
  scope?: KeyLimits['scope'];
  expires?: Date | 'none';
  cidr?: string[];
  dailyLimit?: bigint | 'none';
};

/** Only those that were given. */
const toLimits = ({ scope, expires, cidr, dailyLimit }: LimitOptions): Partial<KeyLimits> => ({
  ...(scope !== undefined && { scope }),
  ...(expires !== undefined && { expiresAt: expires === 'none' ? null : expires }),
  ...(cidr !== undefined && { allowedCidrs: cidr }),
  ...(dailyLimit !== undefined && { dailyLimitKobo: dailyLimit === 'none' ? null : dailyLimit }),
});

type CreateOptions = ActingAs & LimitOptions & { account: string; name: string; mode: Mode };

function create({ account: idOrName, name, mode, as, ...options }: CreateOptions): Promise<Report> {
  const limits = { ...NO_KEY_LIMITS, ...toLimits(options) };
  const masterKeys = readMasterKeys();
  return changeDatabase({ as }, async (db, by) => {
    const account = await requireAccountOf(db, idOrName, mode);
    const masterKey = await fittingMasterKey(db, masterKeys);
    const given = done(await giveKey(db, by, { accountId: account.id, masterKey }, { name, limits }));
    if (given.kind === 'too_many_keys') throw new Error('only the users of an account are limited');
    const { id, key } = given;
    return {
      json: { id, key },
      text: `${key}\n\nThis ${mode} key of "${account.name}" is not shown again. Keep it now. Its id is ${id}.${limits.scope === 'purchase' ? SIGNS : ''}`,
    };
  });
}

const SIGNS = ' It signs the webhook events of the account from now on: a receiver that checks the hash needs it.';

function limit({ key: id, as, ...options }: ActingAs & LimitOptions & { key: string }): Promise<Report> {
  const change = toLimits(options);
  if (Object.keys(change).length === 0)
    throw new Misuse('Give what the key may: --scope, --expires, --cidr or --daily-limit.');
  return changeDatabase({ as }, async (db, by) => {
    const { key } = done(await limitKey(db, by, { keyId: id, accountId: null }, change));
    const limits = keyLimitFacts(key);
    const text = Object.entries(limits).map(([name, value]): [string, string] => [name.replace('_', ' '), value]);
    return { json: { id, ...limits }, text: facts([['key', id], ...text]) };
  });
}

function list({ account: idOrName, mode }: { account: string; mode: Mode }): Promise<Report> {
  return withDatabase(async (db) => {
    const account = await requireAccountOf(db, idOrName, mode);
    const use = await readKeyUse(db, account.id);
    const keys = (await listKeys(db, account.id)).map((key) => {
      const { id, name, display, createdAt, lastUsedAt, revokedAt } = key;
      const days = (use.get(id) ?? []).map(({ spentKobo, ...day }) => ({ ...day, spent: formatNaira(spentKobo) }));
      return { id, name, display, createdAt, lastUsedAt, revokedAt, ...keyLimitFacts(key), days };
    });
    const rows = keys.map((key) => [
      key.id,
      key.name,
      key.display,
      time(key.createdAt),
      time(key.lastUsedAt),
      time(key.revokedAt),
      key.scope,
      key.expires,
      key.addresses,
      key.daily_limit,
      key.days.at(-1)?.spent ?? '-',
    ]);
    const limits = ['SCOPE', 'EXPIRES', 'ADDRESSES', 'DAILY LIMIT', 'SPENT TODAY'];
    const headings = ['ID', 'NAME', 'KEY', 'CREATED', 'LAST USED', 'REVOKED', ...limits];
    return { json: keys, text: table(headings, rows, `Account "${account.name}" has no keys.`) };
  });
}

function revoke({ key: id, ...as }: ActingAs & { key: string }): Promise<Report> {
  return changeDatabase(as, async (db, by) => {
    const { kind } = done(await endKey(db, by, { keyId: id, accountId: null }));
    if (kind === 'already_revoked') throw refusalOf({ kind: 'no_active_key', id });
    return { json: { id, revoked: true }, text: `Key ${id} is revoked.` };
  });
}
