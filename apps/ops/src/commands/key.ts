import { createKey, listKeys, revokeKey } from '@topup/core/api-key';
import { keyActions, withAuditLog } from '@topup/core/audit';
import { refusalTexts } from '@topup/core/errors';
import { loadSettings } from '@topup/runtime/settings';
import { masterKey as masterKeySetting } from '@topup/settings';
import type { Command } from 'commander';
import { idArgument, lineArgument } from '../arguments';
import { type Report, reporting, table, time } from '../output';
import { Refusal } from '../refusal';
import { type ActingAs, changeDatabase, requireAccount, withDatabase } from '../with-database';

export function keyCommands(program: Command): void {
  const key = program.command('key').description('the API keys of accounts');
  key
    .command('create')
    .description('create a key for an account; it is shown once')
    .requiredOption('--account <id or name>', 'the account that gets the key')
    .requiredOption('--name <name>', 'the name of the key in lists', lineArgument)
    .action(reporting(create));
  key
    .command('list')
    .description('list the keys of an account, without their secrets')
    .requiredOption('--account <id or name>', 'the account')
    .action(reporting(list));
  key
    .command('revoke')
    .description('revoke a key for good, everywhere within a second')
    .requiredOption('--key <id>', 'the id of the key (`key list`)', idArgument)
    .action(reporting(revoke));
}

type CreateOptions = ActingAs & { account: string; name: string };

function create({ account: idOrName, name, ...as }: CreateOptions): Promise<Report> {
  const { KEY_ENCRYPTION_SECRET: masterKey } = loadSettings(masterKeySetting);
  return changeDatabase(as, async (db, { actor, origin }) => {
    const account = await requireAccount(db, idOrName);
    const { id, key } = await withAuditLog(db, actor, origin, async (tx) => {
      const result = await createKey({ db: tx, masterKey }, account.id, name);
      return { result, action: keyActions.created(account.id, { id: result.id, name }) };
    });
    return {
      json: { id, key },
      text: `${key}\n\nThis key of "${account.name}" is not shown again. Keep it now. Its id is ${id}.`,
    };
  });
}

function list({ account: idOrName }: { account: string }): Promise<Report> {
  return withDatabase(async (db) => {
    const account = await requireAccount(db, idOrName);
    const keys = (await listKeys(db, account.id)).map(({ id, name, display, createdAt, lastUsedAt, revokedAt }) => {
      return { id, name, display, createdAt, lastUsedAt, revokedAt };
    });
    const rows = keys.map((key) => [
      key.id,
      key.name,
      key.display,
      time(key.createdAt),
      time(key.lastUsedAt),
      time(key.revokedAt),
    ]);
    const headings = ['ID', 'NAME', 'KEY', 'CREATED', 'LAST USED', 'REVOKED'];
    return { json: keys, text: table(headings, rows, `Account "${account.name}" has no keys.`) };
  });
}

function revoke({ key: id, ...as }: ActingAs & { key: string }): Promise<Report> {
  return changeDatabase(as, async (db, { actor, origin }) => {
    const revoked = await withAuditLog(db, actor, origin, async (tx) => {
      const result = await revokeKey(tx, id);
      return { result, action: result && keyActions.revoked(result) };
    });
    if (revoked === null)
      throw new Refusal(`${refusalTexts.no_active_key({ id })} \`key list --account …\` shows the ids.`);
    return { json: { id, revoked: true }, text: `Key ${id} is revoked.` };
  });
}
