import type { PlayDeps } from '../provider';
import type { MonnifyBook } from './book';

/** The keys and the wallet, by the names of their settings, each with the one that everybody can read. */
export const MONNIFY_KEYS = {
  MONNIFY_API_KEY: 'MK_TEST_SANDBOX',
  MONNIFY_SECRET_KEY: 'sandbox-monnify-secret',
  MONNIFY_WALLET_ACCOUNT: '9000000001',
  MONNIFY_CONTRACT_CODE: '0000000001',
};

export type MonnifyKeys = typeof MONNIFY_KEYS;

export type MonnifyDeps = Omit<PlayDeps<MonnifyKeys>, 'store'> & { book: MonnifyBook };
