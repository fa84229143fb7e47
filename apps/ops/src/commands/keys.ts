import { rotateMasterKey, UnreadableKeys } from '@topup/core/api-key';
import { refusalText } from '@topup/core/errors';
import type { Command } from 'commander';
import { readMasterKeys } from '../master-key';
import { facts, type Report, reporting } from '../output';
import { Refusal } from '../refusal';
import { type ActingAs, changeDatabase } from '../with-database';

export function keysCommands(program: Command): void {
  const keys = program.command('keys').description('the API keys and webhook secrets of all accounts');
  keys
    .command('rotate-master')
    .description(
      'encrypt with KEY_ENCRYPTION_SECRET every key and secret that is still under KEY_ENCRYPTION_SECRET_PREVIOUS',
    )
    .action(reporting(rotateMaster));
}

function rotateMaster(as: ActingAs): Promise<Report> {
  const masterKeys = readMasterKeys();
  return changeDatabase(as, async (db, by) => {
    try {
      const rotation = await rotateMasterKey({ db, by, masterKeys });
      const text = facts([
        ['keys', String(rotation.keys)],
        ['webhook secrets', String(rotation.webhookSecrets)],
        ['rotated', String(rotation.rotated)],
        ['already current', String(rotation.alreadyCurrent)],
        ['revoked, unreadable', String(rotation.revokedUnreadable)],
        ['master key', rotation.fingerprint],
      ]);
      return { json: rotation, text };
    } catch (error) {
      throw error instanceof UnreadableKeys ? toRefusal(error, masterKeys.previous !== undefined) : error;
    }
  });
}

function toRefusal({ names, all }: UnreadableKeys, previousIsSet: boolean): Refusal {
  const tried = previousIsSet
    ? 'KEY_ENCRYPTION_SECRET and KEY_ENCRYPTION_SECRET_PREVIOUS were tried.'
    : 'Only KEY_ENCRYPTION_SECRET was tried.';
  const help = 'Set the secret they were made with as KEY_ENCRYPTION_SECRET_PREVIOUS, or revoke them.';
  return new Refusal(`${refusalText({ kind: 'unreadable_keys', names, all })} ${tried} ${help}`);
}
