/**
 * Makes a function that masks these numbers anywhere in a JSON value, except their last four digits. What is no number,
 * such as `removed` in place of one, is not masked.
 */
export function redactNumbers(...numbers: (string | undefined)[]): <T>(value: T) => T {
  return (value) => {
    let text = JSON.stringify(value);
    for (const number of numbers)
      if (number && /\d/.test(number)) text = text.replaceAll(number, number.slice(-4).padStart(number.length, '*'));
    return JSON.parse(text);
  };
}
