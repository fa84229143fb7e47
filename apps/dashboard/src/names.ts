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
