import type { PlayDeps } from '../provider';
import type { ReloadlyBook } from './book';
import type { Settlements } from './settle';

/** The client, by the names of the settings, each with the one that everybody can read. */
export const RELOADLY_KEYS = {
  RELOADLY_CLIENT_ID: 'sandbox-client-id',
  RELOADLY_CLIENT_SECRET: 'sandbox-client-secret',
};

export type ReloadlyKeys = typeof RELOADLY_KEYS;

export type ReloadlyDeps = Omit<PlayDeps<ReloadlyKeys>, 'store'> & { book: ReloadlyBook; settlements: Settlements };
