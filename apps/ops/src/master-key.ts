import { checkMasterKey, type MasterKeys, WrongMasterKey } from '@topup/core/api-key';
import type { DbOrTransaction } from '@topup/core/shared';
import { loadSettings } from '@topup/runtime/settings';
import { database, masterKey, masterKeysOf, previousMasterKey } from '@topup/settings';
import { Refusal } from './refusal';

/** The master keys of the settings. @throws SettingsError, which also names what the database then needs */
export function readMasterKeys(): MasterKeys {
  return masterKeysOf(loadSettings({ ...database, ...masterKey, ...previousMasterKey }));
}

/** The master key for something new. @throws Refusal when no worker could sign with what is made under it */
export async function fittingMasterKey(db: DbOrTransaction, keys: MasterKeys): Promise<Buffer> {
  try {
    await checkMasterKey(db, keys);
  } catch (error) {
    throw error instanceof WrongMasterKey ? new Refusal(error.message) : error;
  }
  return keys.current;
}
