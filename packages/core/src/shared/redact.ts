/** Date and hour in one text have ten digits: a longer number is masked in groups too, as people and SMS write it. */
const GROUPED = /^\d{11,}$/;

/**
 * Makes a function that masks these numbers anywhere in a JSON value, except their last four digits. What is no number,
 * such as `removed` in place of one, is not masked.
 */
export function redactNumbers(...numbers: (string | undefined)[]): <T>(value: T) => T {
  const known = numbers.filter((number) => number !== undefined).filter((number) => /\d/.test(number));
  known.sort((one, other) => other.length - one.length); // a meter number may be a part of a token
  return (value) => {
    let text = JSON.stringify(value);
    for (const number of known) {
      const written = GROUPED.test(number) ? new RegExp([...number].join('[ \\u00a0\\p{Pd}]?'), 'gu') : number;
      text = text.replaceAll(written, number.slice(-4).padStart(number.length, '*'));
    }
    return JSON.parse(text);
  };
}
