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

/** How networks, cable TV products and discos write their own names. What follows "Data" has the network's name. */
const NAMES: Readonly<Record<string, string>> = {
  GLO: 'Glo',
  AIRTEL: 'Airtel',
  ETISALAT: '9mobile',
  Data: '',
  DSTV: 'DStv',
  GOTV: 'GOtv',
  STARTIMES: 'StarTimes',
  SHOWMAX: 'Showmax',
  'ikeja-electric': 'Ikeja Electric',
  'eko-electric': 'Eko Electric',
  'abuja-electric': 'Abuja Electric',
  'ibadan-electric': 'Ibadan Electric',
  'kano-electric': 'Kano Electric',
  'portharcourt-electric': 'Port Harcourt Electric',
  'enugu-electric': 'Enugu Electric',
  'jos-electric': 'Jos Electric',
  'kaduna-electric': 'Kaduna Electric',
  'benin-electric': 'Benin Electric',
};

function named(product: string): string {
  const [code = '', ...rest] = product.split(' ');
  const [name, words] = [NAMES[code], rest.join(' ')];
  if (name === undefined) return product;
  return words.toLowerCase().startsWith(name.toLowerCase()) ? words : `${name} ${words}`;
}
