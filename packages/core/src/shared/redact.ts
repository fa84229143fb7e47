/** Masks these numbers, but for their last four digits, wherever they stand in a value. */
export function redactNumbers(...numbers: (string | undefined)[]): <T>(value: T) => T {
  return (value) => {
    let text = JSON.stringify(value);
    for (const number of numbers)
      if (number) text = text.replaceAll(number, number.slice(-4).padStart(number.length, '*'));
    return JSON.parse(text);
  };
}

/** A prepaid token is as good as money to whoever types it into the meter first. */
export const findTokens = ({ token, bonus_token }: Record<string, unknown>): string[] =>
  [token, bonus_token].filter((value) => typeof value === 'string');
