import { serviceName } from '../../names';

/**
 * The product of a purchase: "9mobile airtime", "GOtv Max N3,600", "MTN 1 GB, 30 days". Its description begins with our
 * code, and also has the amount and the recipient, as in "ETISALAT airtime of NGN 500.00 for 08030000001"; the
 * dashboard shows these two beside it.
 */
export function productLabel({ description, recipient }: { description: string; recipient: string }): string {
  const end = ENDS.map((words) => ` ${words} ${recipient}`).find((words) => description.endsWith(words));
  return named(end === undefined ? description : description.slice(0, -end.length).replace(/ of NGN [0-9.]+$/, ''));
}

const ENDS = ['for meter', 'for smartcard', 'for'];

/** What follows "Data" has the network's name. A product may repeat the name of its service. */
function named(product: string): string {
  const [code = '', ...rest] = product.split(' ');
  const words = rest.join(' ');
  if (code === 'Data') return words;
  const name = serviceName(code);
  if (name === code) return product;
  return words.toLowerCase().startsWith(name.toLowerCase()) ? words : `${name} ${words}`;
}
