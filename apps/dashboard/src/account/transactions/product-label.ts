/**
 * The product of a purchase: "MTN airtime", "GOTV GOtv Max N3,600". Its description also has the amount and the
 * recipient, as in "MTN airtime of NGN 500.00 for 08030000001"; the dashboard shows these two beside it.
 */
export function productLabel({ description, recipient }: { description: string; recipient: string }): string {
  const end = ENDS.map((words) => ` ${words} ${recipient}`).find((words) => description.endsWith(words));
  return end === undefined ? description : description.slice(0, -end.length).replace(/ of NGN [0-9.]+$/, '');
}

const ENDS = ['for meter', 'for smartcard', 'for'];
