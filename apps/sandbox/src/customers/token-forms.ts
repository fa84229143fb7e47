/** How the answers about a prepaid meter name its tokens and charges, beside the ordinary form of its disco. */
export type TokenForm = {
  /** The last digit of the meter. */
  digit: string;
  /** How many tokens change the key of the meter. Four: KCT1, KCT2, and those that are called reset and configure. */
  keyChanges: 0 | 1 | 2 | 3 | 4;
  /** Where VTpass writes them. */
  at: 'fields' | 'code' | 'token' | 'unlabelled' | 'list';
  /** The disco keeps a tenth of the amount for a debt, and names the VAT. */
  charges?: true;
  /** For docs/reference/sandbox.md. */
  sentence: string;
};

export const TOKEN_FORMS: readonly TokenForm[] = [
  { digit: '1', keyChanges: 2, at: 'fields', sentence: '`kct1` and `kct2`, beside the token of the disco.' },
  { digit: '2', keyChanges: 4, at: 'fields', sentence: 'The same, `resetToken` and `configureToken`.' },
  { digit: '3', keyChanges: 2, at: 'code', sentence: '`purchased_code` alone: `KCT1 : … KCT2 : … Token : …`.' },
  { digit: '4', keyChanges: 2, at: 'token', sentence: '`token`: `Token : … KCT1 : … KCT2 : …`.' },
  { digit: '5', keyChanges: 3, at: 'fields', sentence: '`kct1`, `kct2` and `kct3`.' },
  {
    digit: '6',
    keyChanges: 2,
    at: 'unlabelled',
    sentence: '`token`: three numbers without labels; two requeries still say so, the next one has form 4.',
  },
  { digit: '7', keyChanges: 0, at: 'list', sentence: '`tokens`: a list with the token, and nothing else.' },
  { digit: '8', keyChanges: 1, at: 'fields', sentence: '`kct1` without `kct2`, however often it is requeried.' },
  {
    digit: '9',
    keyChanges: 0,
    at: 'fields',
    charges: true,
    sentence: '`debtAmount` and `taxAmount`; verification names arrears and a minimum, which is not enforced.',
  },
];

/** A meter that ends in 7770N has form N; any other has none. */
export function tokenFormOf(meterNumber: string): TokenForm | undefined {
  const digit = /7770([1-9])$/.exec(meterNumber)?.[1];
  return TOKEN_FORMS.find((form) => form.digit === digit);
}

const FOUR = ['kct1', 'kct2', 'resetToken', 'configureToken'];
const KEYS = ['kct1', 'kct2', 'kct3'];

/** The tokens that change the key, as fields. */
export const keyChangeFields = (tokens: readonly string[]): Record<string, string> =>
  Object.fromEntries(tokens.map((token, i) => [(tokens.length > KEYS.length ? FOUR : KEYS)[i], token]));

/** The same in a text: `KCT1 : … KCT2 : …`. */
export const keyChangeText = (tokens: readonly string[]): string =>
  tokens.map((token, i) => `KCT${i + 1} : ${token}`).join(' ');

/** The tenth that is kept for a debt, in naira. */
export const debtOf = (amountNaira: number, form: TokenForm | undefined): number =>
  form?.charges ? amountNaira / 10 : 0;
