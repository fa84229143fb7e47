/** One item of a price list. `variation_amount` is naira with two decimals, as text. */
export type Variation = { variation_code: string; name: string; variation_amount: string };

/**
 * Codes and prices come from VTpass's samples: the first four and the last two of MTN, `eti-100`, all of education, and
 * all of TV except the week and day of StarTimes. The others, and most sizes, are ours. Live lists differ, and change.
 *
 * `mtn-xtratalk-300` stands there twice with different prices, as in a sample of VTpass. A client cannot know which
 * price it would pay, so it must not offer it. (Here it pays the first.)
 */
const PRICE_LISTS: Readonly<Record<string, readonly Variation[]>> = {
  'mtn-data': [
    variation('mtn-10mb-100', 'N100 100MB - 24 hrs', 100),
    variation('mtn-50mb-200', 'N200 200MB - 2 days', 200),
    variation('mtn-100mb-1000', 'N1000 1.5GB - 30 days', 1000),
    variation('mtn-500mb-2000', 'N2000 4.5GB - 30 days', 2000),
    variation('mtn-20hrs-1500', 'N1500 6GB - 7 days', 1500),
    variation('mtn-3gb-2500', 'N2500 6GB - 30 days', 2500),
    variation('mtn-xtratalk-300', 'N300 Xtratalk Weekly Bundle', 300),
    variation('mtn-xtratalk-300', 'N300 Xtratalk 3 days Bundle', 200),
  ],
  'glo-data': [
    variation('glo-100', 'N100 105MB - 2 days', 100),
    variation('glo-200', 'N200 350MB - 4 days', 200),
    variation('glo-500', 'N500 1.35GB - 14 days', 500),
    variation('glo-1000', 'N1000 2.9GB - 30 days', 1000),
    variation('glo-2000', 'N2000 5.8GB - 30 days', 2000),
    variation('glo-5000', 'N5000 18.25GB - 30 days', 5000),
  ],
  'glo-sme-data': [
    variation('glo-sme-500mb', 'N145 500MB - 30 days', 145),
    variation('glo-sme-1gb', 'N290 1GB - 30 days', 290),
    variation('glo-sme-2gb', 'N580 2GB - 30 days', 580),
    variation('glo-sme-5gb', 'N1450 5GB - 30 days', 1450),
    variation('glo-sme-10gb', 'N2900 10GB - 30 days', 2900),
  ],
  'airtel-data': [
    variation('airt-100', 'N100 100MB - 1 day', 100),
    variation('airt-200', 'N200 200MB - 3 days', 200),
    variation('airt-500', 'N500 750MB - 14 days', 500),
    variation('airt-1000', 'N1000 1.5GB - 30 days', 1000),
    variation('airt-2000', 'N2000 4.5GB - 30 days', 2000),
    variation('airt-3000', 'N3000 8GB - 30 days', 3000),
  ],
  'etisalat-data': [
    variation('eti-100', 'N100 100MB - 1 day', 100),
    variation('eti-200', 'N200 650MB - 1 day', 200),
    variation('eti-500', 'N500 500MB - 30 days', 500),
    variation('eti-1000', 'N1000 1.5GB - 30 days', 1000),
    variation('eti-2000', 'N2000 4.5GB - 30 days', 2000),
    variation('eti-5000', 'N5000 15GB - 30 days', 5000),
  ],
  dstv: [
    variation('dstv-padi', 'DStv Padi N1,850', 1850),
    variation('dstv-yanga', 'DStv Yanga N2,565', 2565),
    variation('dstv-confam', 'DStv Confam N4,615', 4615),
    variation('dstv79', 'DStv Compact N7,900', 7900),
  ],
  gotv: [
    variation('gotv-lite', 'GOtv Lite N410', 410),
    variation('gotv-max', 'GOtv Max N3,600', 3600),
    variation('gotv-jolli', 'GOtv Jolli N2,460', 2460),
    variation('gotv-jinja', 'GOtv Jinja N1,640', 1640),
    variation('gotv-lite-3months', 'GOtv Lite (3 Months) N1,080', 1080),
    variation('gotv-lite-1year', 'GOtv Lite (1 Year) N3,180', 3180),
  ],
  startimes: [
    variation('nova', 'Nova - 900 Naira - 1 Month', 900),
    variation('basic', 'Basic - 1,700 Naira - 1 Month', 1700),
    variation('smart', 'Smart - 2,200 Naira - 1 Month', 2200),
    variation('classic', 'Classic - 2,500 Naira - 1 Month', 2500),
    variation('super', 'Super - 4,200 Naira - 1 Month', 4200),
    variation('nova-weekly', 'Nova - 300 Naira - 1 Week', 300),
    variation('nova-daily', 'Nova - 90 Naira - 1 Day', 90),
    variation('ewallet', 'ewallet Amount', 0),
  ],
  jamb: [variation('utme-mock', 'UTME PIN with mock', 7700), variation('utme-no-mock', 'UTME PIN without mock', 6200)],
  waec: [variation('waecdirect', 'WASSCE', 900)],
  'waec-registration': [
    variation('waec-registraion', 'WASSCE for private candidates', 14_450), // VTpass's spelling of the code
  ],
};

/** The first price list of each service of data, TV and education, by `serviceID`. */
export const FIRST_PRICE_LISTS: ReadonlyMap<string, readonly Variation[]> = new Map(Object.entries(PRICE_LISTS));

function variation(variation_code: string, name: string, priceNaira: number): Variation {
  return { variation_code, name, variation_amount: priceNaira.toFixed(2) };
}
