import type { Mode } from '@topup/core/account';
import {
  DEFAULT_OVERLAP_HOURS,
  endWebhookSecrets,
  giveWebhookSecret,
  listSigningSecrets,
  type NewSecret,
  replaceWebhookSecret,
} from '@topup/core/webhook';
import type { Command } from 'commander';
import { modeOption, overlapArgument } from '../arguments';
import { fittingMasterKey, readMasterKeys } from '../master-key';
import { type Report, reporting, table, time } from '../output';
import { refusalOf } from '../refusal';
import { type ActingAs, changeDatabase, requireAccountOf, withDatabase } from '../with-database';

export function webhookSecretCommands(program: Command): void {
  const secret = program
    .command('webhook-secret')
    .description('the secrets that sign events by Standard Webhooks, one for each account');
  secret
    .command('create')
    .description('create the secret of an account; it is shown once')
    .requiredOption('--account <id or name>', 'the account that gets the secret')
    .addOption(modeOption())
    .action(reporting(create));
  secret
    .command('rotate')
    .description('replace the secret of an account; events have both signatures for a while')
    .requiredOption('--account <id or name>', 'the account')
    .addOption(modeOption())
    .option(
      '--overlap-hours <hours>',
      'how long the secret before still signs, 0 to 168; 0 when it has leaked',
      overlapArgument,
      DEFAULT_OVERLAP_HOURS,
    )
    .action(reporting(rotate));
  secret
    .command('revoke')
    .description('end every secret of an account: its events have no such signature from now on')
    .requiredOption('--account <id or name>', 'the account')
    .addOption(modeOption())
    .action(reporting(revoke));
  secret
    .command('list')
    .description('list the secrets that sign the events of an account now, by their ends')
    .requiredOption('--account <id or name>', 'the account')
    .addOption(modeOption())
    .action(reporting(list));
}

type AccountOptions = ActingAs & { account: string; mode: Mode };

function create({ account: idOrName, mode, ...as }: AccountOptions): Promise<Report> {
  const masterKeys = readMasterKeys();
  return changeDatabase(as, async (db, by) => {
    const { id: accountId, name: account } = await requireAccountOf(db, idOrName, mode);
    const masterKey = await fittingMasterKey(db, masterKeys);
    const created = await giveWebhookSecret(db, by, { accountId, masterKey });
    if (created.kind === 'has_secret') throw refusalOf({ kind: 'has_webhook_secret', account });
    return shownOnce(created, account);
  });
}

type RotateOptions = AccountOptions & { overlapHours: number };

function rotate({ account: idOrName, mode, overlapHours, ...as }: RotateOptions): Promise<Report> {
  const masterKeys = readMasterKeys();
  return changeDatabase(as, async (db, by) => {
    const { id: accountId, name: account } = await requireAccountOf(db, idOrName, mode);
    const current = (await listSigningSecrets(db, accountId)).find(({ endsAt }) => endsAt === null);
    if (current === undefined) throw refusalOf({ kind: 'no_webhook_secret', account });
    const masterKey = await fittingMasterKey(db, masterKeys);
    const which = { currentId: current.id, overlapHours };
    const created = await replaceWebhookSecret(db, by, { accountId, masterKey }, which);
    if (created.kind === 'not_current') throw refusalOf({ kind: 'webhook_secret_changed', account });
    return shownOnce(created, account);
  });
}

function revoke({ account: idOrName, mode, ...as }: AccountOptions): Promise<Report> {
  return changeDatabase(as, async (db, by) => {
    const { id, name: account } = await requireAccountOf(db, idOrName, mode);
    if (!(await endWebhookSecrets(db, by, id))) throw refusalOf({ kind: 'no_webhook_secret', account });
    return {
      json: { account: id, revoked: true },
      text: `Events of "${account}" have no webhook-signature from now on.`,
    };
  });
}

function list({ account: idOrName, mode }: AccountOptions): Promise<Report> {
  return withDatabase(async (db) => {
    const account = await requireAccountOf(db, idOrName, mode);
    const secrets = await listSigningSecrets(db, account.id);
    const rows = secrets.map(({ id, display, createdAt, endsAt }) => [id, display, time(createdAt), time(endsAt)]);
    const headings = ['ID', 'SECRET', 'CREATED', 'ENDS'];
    return { json: secrets, text: table(headings, rows, `Account "${account.name}" has no webhook secret.`) };
  });
}

function shownOnce({ id, secret }: NewSecret, name: string): Report {
  return {
    json: { id, secret },
    text: `${secret}\n\nThis webhook secret of "${name}" is not shown again. Keep it now. Its id is ${id}.`,
  };
}
