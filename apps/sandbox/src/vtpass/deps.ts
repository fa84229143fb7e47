import type { PlayDeps } from '../provider';
import type { VtpassBook } from './book';

/** The keys, by the names of their settings, each with the one that everybody can read. */
export const VTPASS_KEYS = {
  VTPASS_API_KEY: 'sandbox-api-key',
  VTPASS_PUBLIC_KEY: 'PK_sandbox',
  VTPASS_SECRET_KEY: 'SK_sandbox',
};

export type VtpassKeys = typeof VTPASS_KEYS;

export type VtpassDeps = Omit<PlayDeps<VtpassKeys>, 'store'> & { book: VtpassBook };
