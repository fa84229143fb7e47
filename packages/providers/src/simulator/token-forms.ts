import { deliversToken, products } from '@topup/core/product';
import type { ProviderOrder } from '@topup/core/provider';

/** Tokens and charges in the answers about a prepaid meter, by the end of its number, as in the sandbox. */
type TokenForm = {
  keyChanges: number;
  /** Why the tokens of an answer are not certain. `until later`: a requery makes it certain. */
  doubt?: string;
  lasts?: 'forever' | 'until later';
  /** A tenth goes for a debt, and the VAT is named. */
  charges?: true;
};

const PLAIN: TokenForm = { keyChanges: 0 };

/** `seen`: what a client sees, for docs/integrate/test-numbers.md. */
const TABLE: readonly [digit: string, form: TokenForm, seen: string][] = [
  ['1', { keyChanges: 2 }, 'Two key change tokens, then the token.'],
  ['2', { keyChanges: 4 }, 'Four key change tokens, then the token.'],
  ['3', { keyChanges: 2 }, 'Two key change tokens, then the token.'],
  ['4', { keyChanges: 2 }, 'Two key change tokens, then the token.'],
  ['5', { keyChanges: 3 }, 'Three key change tokens, then the token.'],
  [
    '6',
    { keyChanges: 2, doubt: 'a number that may be a token', lasts: 'until later' },
    '202: which number is which token is not certain. After half a minute, a success with two key change tokens.',
  ],
  ['7', PLAIN, 'The token, without key change tokens.'],
  [
    '8',
    { keyChanges: 1, doubt: 'a part of the key change tokens', lasts: 'forever' },
    '202, and stays open: a part of the key change tokens is missing.',
  ],
  [
    '9',
    { keyChanges: 0, charges: true },
    '`debt_deducted` and `vat`. The lookup has `arrears` and `minimum_amount`, which is not enforced.',
  ],
];

const FORMS: ReadonlyMap<string, TokenForm> = new Map(TABLE.map(([digit, form]) => [digit, form]));

export const FORMS_SEEN_BY_CLIENTS: readonly [digit: string, seen: string][] = TABLE.map(([digit, , seen]) => [
  digit,
  seen,
]);

/** A meter that ends in 7770N has form N. */
export const tokenFormOf = (meterNumber: string): TokenForm =>
  FORMS.get(/7770([1-9])$/.exec(meterNumber)?.[1] ?? '') ?? PLAIN;

/** The form of the answer to an order; plain for all but prepaid electricity. */
export const formOfOrder = ({ productType, variationCode, recipient }: ProviderOrder): TokenForm =>
  products[productType].recipient === 'meter' && deliversToken(productType, variationCode)
    ? tokenFormOf(recipient)
    : PLAIN;

/** They follow from the token, so they need not be kept: each digit is so many more. */
export const keyChangeTokensOf = (token: string, { keyChanges }: TokenForm): string[] =>
  Array.from({ length: keyChanges }, (_, i) => [...token].map((digit) => (Number(digit) + i + 1) % 10).join(''));
