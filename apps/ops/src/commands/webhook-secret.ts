import {
  DEFAULT_OVERLAP_HOURS,
  endWebhookSecrets,
  giveWebhookSecret,
  listSigningSecrets,
  type NewSecret,
  replaceWebhookSecret,
} from '@topup/core/webhook';
import { ACCOUNT, ofMode, overlapArgument } from '../arguments';
import { changes, command, group, needed, option, reads } from '../declare';
import { fittingMasterKey, readMasterKeys } from '../master-key';
import { listOf, type Report } from '../output';
import { refusalOf } from '../refusal';
import { changeDatabase, requireAccountOf } from '../with-database';

export const webhookSecretCommands = group(
  'webhook-secret',
  'the secrets that sign webhook events, one for each account',
  [
    command(
      'create',
      'create the secret of an account and show it once',
      [needed('--account <id or name>', 'the account that gets the secret'), ofMode],
      async ({ account: idOrName, mode, ...as }) => {
        const masterKeys = readMasterKeys();
        return changeDatabase(as, async (db, by) => {
          const { id: accountId, name: account } = await requireAccountOf(db, idOrName, mode);
          const masterKey = await fittingMasterKey(db, masterKeys);
          const created = await giveWebhookSecret(db, by, { accountId, masterKey });
          if (created.kind === 'has_secret') throw refusalOf({ kind: 'has_webhook_secret', account });
          return shownOnce(created, account);
        });
      },
    ),
    command(
      'rotate',
      'replace the secret of an account; both sign for a while',
      [
        ACCOUNT,
        ofMode,
        option(
          '--overlap-hours <hours>',
          'how long the old secret still signs, 0 to 168; 0 if it leaked',
          overlapArgument,
          DEFAULT_OVERLAP_HOURS,
        ),
      ],
      async ({ account: idOrName, mode, overlapHours, ...as }) => {
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
      },
    ),
    changes(
      'revoke',
      'end every secret of an account; its events lose this signature',
      [ACCOUNT, ofMode],
      async (db, by, { account: idOrName, mode }) => {
        const { id, name: account } = await requireAccountOf(db, idOrName, mode);
        if (!(await endWebhookSecrets(db, by, id))) throw refusalOf({ kind: 'no_webhook_secret', account });
        return {
          json: { account: id, revoked: true },
          text: `Events of "${account}" have no webhook-signature from now on.`,
        };
      },
    ),
    reads(
      'list',
      'list the secrets that sign the events of an account now',
      [ACCOUNT, ofMode],
      async (db, { account: idOrName, mode }) => {
        const account = await requireAccountOf(db, idOrName, mode);
        return listOf(
          await listSigningSecrets(db, account.id),
          ['id', ['SECRET', 'display'], ['CREATED', 'createdAt'], ['ENDS', 'endsAt']],
          `Account "${account.name}" has no webhook secret.`,
        );
      },
    ),
  ],
);

function shownOnce({ id, secret }: NewSecret, name: string): Report {
  return {
    json: { id, secret },
    text: `${secret}\n\nThis webhook secret of "${name}" is not shown again. Keep it now. Its id is ${id}.`,
  };
}
