/** By the code that we and VTpass have for it, in lower case. `npm run generate` writes the same for the pages. */
export const SERVICE_NAMES: Readonly<Record<string, string>> = {
  mtn: 'MTN',
  glo: 'Glo',
  airtel: 'Airtel',
  etisalat: '9mobile',
  '9mobile': '9mobile',
  'mtn-data': 'MTN data',
  'glo-data': 'Glo data',
  'glo-sme-data': 'Glo SME data',
  'airtel-data': 'Airtel data',
  'etisalat-data': '9mobile data',
  dstv: 'DStv',
  gotv: 'GOtv',
  startimes: 'StarTimes',
  showmax: 'Showmax',
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

/** A network, cable TV product or disco as it writes its own name: "etisalat" and "9MOBILE" are "9mobile". */
export const serviceName = (code: string): string => SERVICE_NAMES[code.toLowerCase()] ?? code;

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
