import { recipients, serviceNames } from '@topup/core/product';

/** A network or other service as it writes its own name: "etisalat" and "9MOBILE" are "9mobile". */
export const serviceName = (code: string): string => serviceNames[code.toLowerCase()] ?? code;

/**
 * The product of a purchase: "9mobile airtime", "GOtv Max N3,600", "MTN 1 GB, 30 days". Its description begins with our
 * code, and also has the amount and the recipient, as in "ETISALAT airtime of NGN 500.00 for 08030000001"; the
 * dashboard shows these two beside it.
 */
export function productLabel({ description, recipient }: { description: string; recipient: string }): string {
  const end = ENDS.map((words) => ` ${words} ${recipient}`).find((words) => description.endsWith(words));
  return named(end === undefined ? description : description.slice(0, -end.length).replace(/ of NGN [0-9.]+$/, ''));
}

/** `for meter`, and `for` alone at last. */
const ENDS = Object.values(recipients)
  .map(({ words }) => `for ${words}`.trim())
  .toSorted((a, b) => b.length - a.length);

/** Names a product. The words after "Data" have the network's name; a product may repeat the name of its service. */
function named(product: string): string {
  const [code = '', ...rest] = product.split(' ');
  const words = rest.join(' ');
  if (code === 'Data') return words;
  const name = serviceName(code);
  if (name === code) return product;
  return words.toLowerCase().startsWith(name.toLowerCase()) ? words : `${name} ${words}`;
}
