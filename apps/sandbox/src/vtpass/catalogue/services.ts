/** The identifiers that `/service-categories` lists. */
type Category = 'airtime' | 'data' | 'tv-subscription' | 'electricity-bill' | 'education';

/** A service that the sandbox sells. */
export type Service = {
  /** VTpass's `serviceID`. */
  id: string;
  category: Category;
  productName: string;
  type: string;
  /** `product_id` in the answer of `/requery`. */
  productId: number;
  /** Commission in percent of the face value, as VTpass writes it: "3.50". */
  rate: string;
  minimumNaira: number;
  maximumNaira: number;
};

/**
 * VTpass publishes no limits for airtime. With 5 our own minimum decides; 200,000 is the highest seen in public code.
 */
const AIRTIME = { category: 'airtime', type: 'Airtime Recharge', minimumNaira: 5, maximumNaira: 200_000 } as const;

/** The limits are those of VTpass's `/services`; the price is that of the plan. */
const DATA = { category: 'data', type: 'Data Services', minimumNaira: 1, maximumNaira: 1_000_000 } as const;

/** VTpass publishes no limits for TV. These accept any amount, because VTpass delivers the bouquet for any amount. */
const TV = { category: 'tv-subscription', type: 'TV Subscription', minimumNaira: 1, maximumNaira: 1_000_000 } as const;

/** The limits of each disco are those of a copy of VTpass's `/services` in a public client. */
const ELECTRICITY = { category: 'electricity-bill', type: 'Electricity Bill' } as const;

/** VTpass's limits for education are not known. These accept every price. */
const EDUCATION = { category: 'education', type: 'Education', minimumNaira: 1, maximumNaira: 1_000_000 } as const;

/**
 * Names, rates and product numbers are those of VTpass's sandbox samples. 9mobile airtime, all data but MTN's and all
 * discos but Ikeja (and the rate of Port Harcourt) have no sample: their rates are the live ones that VTpass published
 * in November 2025, and their product numbers are free ones. The names of the data services other than MTN's are ours.
 */
const SERVICES: readonly Service[] = [
  { id: 'mtn', productName: 'MTN Airtime VTU', productId: 2, rate: '3.50', ...AIRTIME },
  { id: 'glo', productName: 'GLO Airtime VTU', productId: 3, rate: '3.00', ...AIRTIME },
  { id: 'airtel', productName: 'Airtel Airtime VTU', productId: 1, rate: '3.00', ...AIRTIME },
  { id: 'etisalat', productName: '9mobile Airtime VTU', productId: 4, rate: '4.00', ...AIRTIME },

  { id: 'mtn-data', productName: 'MTN Data', productId: 8, rate: '4.00', ...DATA },
  { id: 'glo-data', productName: 'GLO Data', productId: 7, rate: '4.00', ...DATA, maximumNaira: 200_000 },
  { id: 'glo-sme-data', productName: 'GLO SME Data', productId: 10, rate: '4.00', ...DATA },
  { id: 'airtel-data', productName: 'Airtel Data', productId: 6, rate: '3.40', ...DATA },
  { id: 'etisalat-data', productName: '9mobile Data', productId: 9, rate: '4.00', ...DATA },

  { id: 'dstv', productName: 'DSTV Subscription', productId: 5, rate: '1.50', ...TV },
  { id: 'gotv', productName: 'Gotv Payment', productId: 11, rate: '1.50', ...TV },
  { id: 'startimes', productName: 'Startimes Subscription', productId: 13, rate: '2.50', ...TV },

  disco('ikeja-electric', 'Ikeja Electric Payment - IKEDC', 14, '1.50', [500, 400_000]),
  disco('eko-electric', 'Eko Electric Payment - EKEDC', 15, '1.00', [1_000, 500_000]),
  disco('abuja-electric', 'Abuja Electricity Distribution Company- AEDC', 16, '1.20', [500, 1_000_000]),
  disco('ibadan-electric', 'IBEDC - Ibadan Electricity Distribution Company', 17, '1.10', [100, 500_000]),
  disco('kano-electric', 'KEDCO - Kano Electric', 18, '1.00', [500, 500_000]),
  disco('portharcourt-electric', 'PHED - Port Harcourt Electric', 19, '2.00', [100, 10_000_000]),
  disco('enugu-electric', 'Enugu Electric - EEDC', 20, '1.40', [500, 200_000]),
  disco('jos-electric', 'Jos Electric - JED', 21, '0.90', [1_000, 500_000]),
  disco('kaduna-electric', 'Kaduna Electric - KAEDCO', 22, '1.50', [1_100, 100_000]),
  disco('benin-electric', 'Benin Electricity - BEDC', 23, '1.50', [500, 500_000]),

  // 1.50 is the rate in the block `commission_details` of all three samples, whose commissions are others: 100 of
  // 7,700, 100 of 900, 150 of 14,450. The product numbers are free ones.
  { id: 'jamb', productName: 'Jamb', productId: 24, rate: '1.50', ...EDUCATION },
  { id: 'waec', productName: 'WAEC Result Checker PIN', productId: 25, rate: '1.50', ...EDUCATION },
  { id: 'waec-registration', productName: 'WAEC Registration PIN', productId: 26, rate: '1.50', ...EDUCATION },
];

const SERVICE_BY_ID: ReadonlyMap<string, Service> = new Map(SERVICES.map((service) => [service.id, service]));

/** Finds a service by its `serviceID`, which is case-sensitive. */
export function findService(id: string): Service | undefined {
  return SERVICE_BY_ID.get(id);
}

/** The services of a category; empty for a category that the sandbox does not sell. */
export function servicesOf(category: string): Service[] {
  return SERVICES.filter((service) => service.category === category);
}

function disco(
  id: string,
  productName: string,
  productId: number,
  rate: string,
  limits: readonly [number, number],
): Service {
  const [minimumNaira, maximumNaira] = limits;
  return { id, productName, productId, rate, ...ELECTRICITY, minimumNaira, maximumNaira };
}
