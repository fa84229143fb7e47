/** The same as in the pages (web/src/ui/text/provider-name.ts), which import nothing of the server: names.test.ts. */
const PROVIDERS: Readonly<Record<string, string>> = { vtpass: 'VTpass', monnify: 'Monnify', reloadly: 'Reloadly' };

/** A provider as it writes its own name. */
export const providerName = (provider: string): string => PROVIDERS[provider] ?? provider;

const SERVICES: Readonly<Record<string, string>> = {
  mtn: 'MTN',
  glo: 'Glo',
  airtel: 'Airtel',
  etisalat: '9mobile',
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

/** A network, cable TV product or disco as it writes its own name, by its code in upper or lower case. */
export const serviceName = (code: string): string => SERVICES[code.toLowerCase()] ?? code;
