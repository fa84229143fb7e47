import { createKey, listKeys, revokeKey } from '@topup/core/api-key';
import { loadSettings } from '@topup/runtime/settings';
import type { Command } from 'commander';
import { idArgument, lineArgument } from '../arguments';
import { type Report, reporting, table, time } from '../output';
import { Refusal } from '../refusal';
import { requireAccount, withDatabase } from '../with-database';

export function keyCommands(program: Command): void {
  const key = program.command('key').description('the API keys of accounts');
  key
    .command('create')
    .description('give an account a new key, shown once')
    .requiredOption('--account <id or name>', 'whose key')
    .requiredOption('--name <name>', 'what it is called in lists', lineArgument)
    .action(reporting(create));
  key
    .command('list')
    .description('list the keys of an account, without their secrets')
    .requiredOption('--account <id or name>', 'whose keys')
    .action(reporting(list));
  key
    .command('revoke')
    .description('refuse a key for good, everywhere within a second')
    .requiredOption('--key <id>', 'the id of the key (`key list`)', idArgument)
    .action(reporting(revoke));
}

function create({ account: idOrName, name }: { account: string; name: string }): Promise<Report> {
  const { KEY_ENCRYPTION_SECRET: masterKey } = loadSettings(['KEY_ENCRYPTION_SECRET']);
  return withDatabase(async (db) => {
    const account = await requireAccount(db, idOrName);
    const { id, key } = await createKey({ db, masterKey }, account.id, name);
    return {
      json: { id, key },
      text: `${key}\n\nThis key of "${account.name}" cannot be shown again: keep it now. Its id is ${id}.`,
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

function revoke({ key: id }: { key: string }): Promise<Report> {
  return withDatabase(async (db) => {
    if (!(await revokeKey(db, id)))
      throw new Refusal(
        `There is no active key ${id}: it was revoked before, or \`key list --account …\` shows the right id.`,
      );
    return { json: { id, revoked: true }, text: `Key ${id} is revoked.` };
  });
}
