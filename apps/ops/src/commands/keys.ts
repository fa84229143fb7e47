import { rotateMasterKey, UnreadableKeys } from '@topup/core/api-key';
import { refusalText } from '@topup/core/errors';
import { changes, group } from '../declare';
import { readMasterKeys } from '../master-key';
import { facts } from '../output';
import { Refusal } from '../refusal';

export const keysCommands = group('keys', 'the API keys and webhook secrets of all accounts', [
  changes(
    'rotate-master',
    'encrypt with KEY_ENCRYPTION_SECRET every key and secret that is still under KEY_ENCRYPTION_SECRET_PREVIOUS',
    [],
    () => {
      const masterKeys = readMasterKeys();
      return async (db, by) => {
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
        return { json: rotation, text };
      };
    },
  ),
]);

function toRefusal({ names, all }: UnreadableKeys, previousIsSet: boolean): Refusal {
  const tried = previousIsSet
    ? 'KEY_ENCRYPTION_SECRET and KEY_ENCRYPTION_SECRET_PREVIOUS were tried.'
    : 'Only KEY_ENCRYPTION_SECRET was tried.';
  const help = 'Set the secret they were made with as KEY_ENCRYPTION_SECRET_PREVIOUS, or revoke them.';
  return new Refusal(`${refusalText({ kind: 'unreadable_keys', names, all })} ${tried} ${help}`);
}
