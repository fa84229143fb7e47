/**
 * What was bought, in words: "MTN airtime", "GOTV GOtv Max N3,600". A purchase's description says besides for how much and for whom, as in "MTN airtime of
 * NGN 500.00 for 08030000001"; both stand beside it in the dashboard, where they would only make rows longer.
 */
export function boughtOf({ description, recipient }: { description: string; recipient: string }): string {
  const end = ENDS.map((words) => ` ${words} ${recipient}`).find((words) => description.endsWith(words));
  return end === undefined ? description : description.slice(0, -end.length).replace(/ of NGN [0-9.]+$/, '');
}

const ENDS = ['for meter', 'for smartcard', 'for'];
