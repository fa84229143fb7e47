/**
 * The fields of a purchase's result, and of the public API, that hold tokens of 20 digits, in the order in which a
 * customer enters them. `key_change_tokens` holds one to four, separated by commas; `token` is always the energy.
 */
export const tokenFields = ['key_change_tokens', 'token', 'bonus_token'] as const;
export type TokenField = (typeof tokenFields)[number];

/** Charges that a disco may name beside the tokens: naira with two decimals. */
export const chargeFields = ['debt_deducted', 'vat'] as const;
export type ChargeField = (typeof chargeFields)[number];

/** The tokens in a result, one by one, in the order in which they are entered. */
export const tokensOf = (result: Record<string, unknown>): { field: TokenField; digits: string }[] =>
  tokenFields.flatMap((field) => {
    const value = result[field];
    return typeof value === 'string' && value !== '' ? value.split(',').map((digits) => ({ field, digits })) : [];
  });

/** A result with its tokens first, in the order in which they are entered: PostgreSQL's jsonb sorts by length. */
export const tokensFirst = (result: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    [...tokenFields.filter((field) => field in result), ...Object.keys(result)].map((name) => [name, result[name]]),
  );

/** Whether one number stands for two tokens: then nobody knows which it is. */
export function isAmbiguous(result: Record<string, unknown>): boolean {
  const all = tokensOf(result).map(({ digits }) => digits);
  return new Set(all).size < all.length;
}

/** The tokens in a result, and in results within it. The first person who types one into the meter has its units. */
export function findTokens(result: Record<string, unknown>): string[] {
  const within = Object.values(result).filter(isRecord).flatMap(findTokens);
  return [...tokensOf(result).map(({ digits }) => digits), ...within];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads tokens as people type them: 20 digits, which may be in groups, separated by commas. Zeros alone are none.
 * @returns them as they are stored; null when they are not one to `most` different ones
 */
export function readTokens(text: string, most: number): string | null {
  const tokens = text.split(',').map((token) => token.replace(/[ -]/g, ''));
  const isRead =
    tokens.every((token) => /^(?=.*[1-9])[0-9]{20}$/.test(token)) && new Set(tokens).size === tokens.length;
  return isRead && tokens.length <= most ? tokens.join(',') : null;
}

/** How many key change tokens a meter takes at most: a 128-bit key comes in four. Source: IEC 62055-41:2018. */
export const MOST_KEY_CHANGE_TOKENS = 4;
