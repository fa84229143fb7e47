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
  rotateMasterKey,
  UnreadableKeys,
} from '@topup/core/api-key';
import { refusalText } from '@topup/core/errors';
import { pick } from '@topup/core/shared';
import {
  ACCOUNT,
  cidrsArgument,
  idArgument,
  lineArgument,
  nairaArgument,
  ofMode,
  orNone,
  timeArgument,
} from '../arguments';
import { changes, command, type Given, group, needed, option, reads } from '../declare';
import { fittingMasterKey, readMasterKeys } from '../master-key';
import { facts, listOf } from '../output';
import { done, Misuse, Refusal, refusalOf } from '../refusal';
import { changeDatabase, requireAccountOf } from '../with-database';

const KEY = needed('--key <id>', 'the id of the key (`key list`)', idArgument);

const LIMITS = [
  option('--scope <scope>', '`read` changes nothing, `purchase` may do everything', keyScopes),
  option(
    '--expires <time>',
    'when it stops working, such as 2026-12-31T23:00:00Z, or `never`',
    orNone('never', timeArgument),
  ),
  option('--cidr <networks>', 'the networks that may use it, separated by commas, or `any`', cidrsArgument),
  option(
    '--daily-limit <naira>',
    'the most that it may spend in a Lagos day, or `none`',
    orNone('none', nairaArgument),
  ),
] as const;

const toLimits = ({ scope, expires, cidr, dailyLimit }: Given<typeof LIMITS>): Partial<KeyLimits> => ({
  ...(scope !== undefined && { scope }),
  ...(expires !== undefined && { expiresAt: expires === 'none' ? null : expires }),
  ...(cidr !== undefined && { allowedCidrs: cidr }),
  ...(dailyLimit !== undefined && { dailyLimitKobo: dailyLimit === 'none' ? null : dailyLimit }),
});

const SIGNS = ' It signs the webhook events of the account from now on: a receiver that checks the hash needs it.';

export const keyCommands = group('key', 'the API keys of accounts', [
  command(
    'create',
    'create a key and show it once; one that may buy signs the webhook events from now on',
    [
      needed('--account <id or name>', 'the account that gets the key'),
      needed('--name <name>', 'its name in lists', lineArgument),
      ofMode,
      ...LIMITS,
    ],
    async ({ account: idOrName, name, mode, as, ...options }) => {
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
    },
  ),
  command(
    'limit',
    'change what a key may do; the newest key that may buy signs the webhook events',
    [KEY, ...LIMITS],
    async ({ key: id, as, ...options }) => {
      const change = toLimits(options);
      if (Object.keys(change).length === 0)
        throw new Misuse('Give what the key may: --scope, --expires, --cidr or --daily-limit.');
      return changeDatabase({ as }, async (db, by) => {
        const { key } = done(await limitKey(db, by, { keyId: id, accountId: null }, change));
        const limits = keyLimitFacts(key);
        const text = Object.entries(limits).map(([name, value]): [string, string] => [name.replace('_', ' '), value]);
        return { json: { id, ...limits }, text: facts([['key', id], ...text]) };
      });
    },
  ),
  reads(
    'list',
    'list the keys of an account with their limits and use',
    [ACCOUNT, ofMode],
    async (db, { account: idOrName, mode }) => {
      const account = await requireAccountOf(db, idOrName, mode);
      const use = await readKeyUse(db, account.id);
      const keys = (await listKeys(db, account.id)).map((key) => {
        const shown = pick(key, 'id', 'name', 'display', 'createdAt', 'lastUsedAt', 'revokedAt');
        return { ...shown, ...keyLimitFacts(key), days: use.get(key.id) ?? [] };
      });
      return listOf(
        keys,
        [
          'id',
          'name',
          ['KEY', 'display'],
          ['CREATED', 'createdAt'],
          ['LAST USED', 'lastUsedAt'],
          ['REVOKED', 'revokedAt'],
          'scope',
          'expires',
          'addresses',
          ['DAILY LIMIT', 'daily_limit'],
          ['SPENT TODAY', ({ days }) => days.at(-1)?.spent],
        ],
        `Account "${account.name}" has no keys.`,
      );
    },
  ),
  changes('revoke', 'revoke a key forever', [KEY], async (db, by, { key: id }) => {
    const { kind } = done(await endKey(db, by, { keyId: id, accountId: null }));
    if (kind === 'already_revoked') throw refusalOf({ kind: 'no_active_key', id });
    return { json: { id, revoked: true }, text: `Key ${id} is revoked.` };
  }),
]);

export const keysCommands = group('keys', 'the API keys and webhook secrets of all accounts', [
  command(
    'rotate-master',
    'encrypt under KEY_ENCRYPTION_SECRET what is still under KEY_ENCRYPTION_SECRET_PREVIOUS',
    [],
    async (as) => {
      const masterKeys = readMasterKeys();
      return changeDatabase(as, async (db, by) => {
        const rotation = await rotateMasterKey({ db, by, masterKeys }).catch((error) => {
          throw error instanceof UnreadableKeys ? toRefusal(error, masterKeys.previous !== undefined) : error;
        });
        const text = facts([
          ['keys', String(rotation.keys)],
          ['webhook secrets', String(rotation.webhookSecrets)],
          ['rotated', String(rotation.rotated)],
          ['already current', String(rotation.alreadyCurrent)],
          ['revoked, unreadable', String(rotation.revokedUnreadable)],
          ['master key', rotation.fingerprint],
        ]);
        return { json: rotation, text: rotation.rotated === 0 ? text : `${text}\n\n${RESTART}` };
      });
    },
  ),
]);

/** Which key a running process has is not known here. */
const RESTART =
  'A worker or dashboard that started with only the old secret cannot read these keys. Restart it with both: until then, such a worker signs no events, and tries them again.';

function toRefusal({ names, all }: UnreadableKeys, previousIsSet: boolean): Refusal {
  const tried = previousIsSet
    ? 'KEY_ENCRYPTION_SECRET and KEY_ENCRYPTION_SECRET_PREVIOUS were tried.'
    : 'Only KEY_ENCRYPTION_SECRET was tried.';
  const help = 'Set the secret that encrypted them as KEY_ENCRYPTION_SECRET_PREVIOUS, or revoke them.';
  return new Refusal(`${refusalText({ kind: 'unreadable_keys', names, all })} ${tried} ${help}`);
}
