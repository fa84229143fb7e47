/** As wide as a plus, unlike the hyphen. */
export const MINUS = '\u2212';

/** "1250.00" → "₦1,250.00", "-50.00" → "−₦50.00". Text to text, because a float loses kobo above 2^53. */
export function formatNaira(amount: string): string {
  const negative = amount.startsWith('-');
  const [whole = '0', kobo = '00'] = (negative ? amount.slice(1) : amount).split('.');
  return `${negative ? MINUS : ''}₦${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${kobo}`;
}

/** A text of the server, which writes "NGN 1000000.00", as pages write it: "₦1,000,000.00". */
export const withNaira = (text: string): string =>
  text.replace(/NGN (-?\d+\.\d\d)/g, (_, amount: string) => formatNaira(amount));

/** Like `formatNaira`, with a plus before a credit. */
export function formatSignedNaira(amount: string): string {
  return amount.startsWith('-') || /^[0.]*$/.test(amount) ? formatNaira(amount) : `+${formatNaira(amount)}`;
}
