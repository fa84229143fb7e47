import { rotateMasterKey, UnreadableKeys } from '@topup/core/api-key';
import { loadSettings } from '@topup/runtime/settings';
import type { Command } from 'commander';
import { facts, type Report, reporting } from '../output';
import { Refusal } from '../refusal';
import { withDatabase } from '../with-database';

export function keysCommands(program: Command): void {
  const keys = program.command('keys').description('the API keys of all accounts');
  keys
    .command('rotate-master')
    .description('encrypt every key with KEY_ENCRYPTION_SECRET that is still under KEY_ENCRYPTION_SECRET_PREVIOUS')
    .action(reporting(rotateMaster));
}

function rotateMaster(): Promise<Report> {
  const { KEY_ENCRYPTION_SECRET: current, KEY_ENCRYPTION_SECRET_PREVIOUS: previous } = loadSettings([
    'KEY_ENCRYPTION_SECRET',
    'KEY_ENCRYPTION_SECRET_PREVIOUS',
  ]);
  return withDatabase(async (db) => {
    try {
      const rotation = await rotateMasterKey({ db, masterKeys: { current, previous } });
      const text = facts([
        ['keys', String(rotation.keys)],
        ['rotated', String(rotation.rotated)],
        ['already current', String(rotation.alreadyCurrent)],
        ['revoked, unreadable', String(rotation.revokedUnreadable)],
        ['master key', rotation.fingerprint],
      ]);
      return { json: rotation, text };
    } catch (error) {
      throw error instanceof UnreadableKeys ? refusalOf(error, previous !== undefined) : error;
    }
  });
}

function refusalOf({ ids, keys }: UnreadableKeys, previousIsSet: boolean): Refusal {
  const tried = previousIsSet
    ? 'neither KEY_ENCRYPTION_SECRET nor KEY_ENCRYPTION_SECRET_PREVIOUS opens'
    : 'KEY_ENCRYPTION_SECRET does not open';
  const which = ids.length > 3 ? `${ids.slice(0, 3).join(', ')} …` : ids.join(', ');
  return new Refusal(
    `Nothing was changed: ${tried} ${ids.length} of ${keys} keys (${which}). Set the secret they were made with as KEY_ENCRYPTION_SECRET_PREVIOUS, or revoke them.`,
  );
}
