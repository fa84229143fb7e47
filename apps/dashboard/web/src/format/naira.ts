const MINUS = '\u2212';

/** "1250.00" → "₦1,250.00", "-50.00" → "−₦50.00". Text in, text out: a balance in a float would lose kobo above 2^53. */
export function nairaText(amount: string): string {
  const negative = amount.startsWith('-');
  const [whole = '0', kobo = '00'] = (negative ? amount.slice(1) : amount).split('.');
  return `${negative ? MINUS : ''}₦${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${kobo}`;
}

/** As `nairaText`, and a plus before what comes in. */
export function signedNairaText(amount: string): string {
  return amount.startsWith('-') || /^[0.]*$/.test(amount) ? nairaText(amount) : `+${nairaText(amount)}`;
}
