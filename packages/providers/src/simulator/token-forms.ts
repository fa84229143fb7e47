import { deliversToken } from '@topup/core/product';
import type { ProviderOrder } from '@topup/core/provider';

/**
 * What the answers about a prepaid meter name, by the end of its number. It is the table of docs/reference/sandbox.md.
 */
type TokenForm = {
  keyChanges: number;
  /** Why the tokens of an answer are not certain. `until later`: a requery makes it certain. */
  doubt?: string;
  lasts?: 'forever' | 'until later';
  /** A tenth goes for a debt, and the VAT is named. */
  charges?: true;
};

const FORMS: ReadonlyMap<string, TokenForm> = new Map<string, TokenForm>([
  ['1', { keyChanges: 2 }],
  ['2', { keyChanges: 4 }],
  ['3', { keyChanges: 2 }],
  ['4', { keyChanges: 2 }],
  ['5', { keyChanges: 3 }],
  ['6', { keyChanges: 2, doubt: 'a number that may be a token', lasts: 'until later' }],
  ['8', { keyChanges: 1, doubt: 'a part of the key change tokens', lasts: 'forever' }],
  ['9', { keyChanges: 0, charges: true }],
]);

const PLAIN: TokenForm = { keyChanges: 0 };

/** A meter that ends in 7770N has form N. */
export const tokenFormOf = (meterNumber: string): TokenForm =>
  FORMS.get(/7770([1-9])$/.exec(meterNumber)?.[1] ?? '') ?? PLAIN;

/** The form of the answer to an order; plain for all but prepaid electricity. */
export const formOfOrder = ({ productType, variationCode, recipient }: ProviderOrder): TokenForm =>
  deliversToken(productType, variationCode) ? tokenFormOf(recipient) : PLAIN;

/** They follow from the token, so they need not be kept: each digit is so many more. */
export const keyChangeTokensOf = (token: string, { keyChanges }: TokenForm): string[] =>
  Array.from({ length: keyChanges }, (_, i) => [...token].map((digit) => (Number(digit) + i + 1) % 10).join(''));
