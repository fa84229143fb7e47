/** VTpass's own identifiers, as `/service-categories` lists them. */
export type Category = 'airtime' | 'data' | 'tv-subscription' | 'electricity-bill';

/** A thing this look-alike sells. */
export type Service = {
  /** VTpass's `serviceID`. */
  id: string;
  category: Category;
  productName: string;
  type: string;
  /** The number that `/requery` adds to the answer. */
  productId: number;
  /** Commission in per cent of the face value, as VTpass writes it: "3.50". */
  rate: string;
  minimumNaira: number;
  maximumNaira: number;
};

/** VTpass publishes no limits for airtime. 5 lets our own minimum decide; 200,000 is the highest maximum seen in public code. */
const AIRTIME = { category: 'airtime', type: 'Airtime Recharge', minimumNaira: 5, maximumNaira: 200_000 } as const;

/** Limits as VTpass's `/services` gives them; the real price is the plan's. */
const DATA = { category: 'data', type: 'Data Services', minimumNaira: 1, maximumNaira: 1_000_000 } as const;

/** VTpass publishes no limits for TV either: these let any amount through, because it delivers the bouquet whatever the amount. */
const TV = { category: 'tv-subscription', type: 'TV Subscription', minimumNaira: 1, maximumNaira: 1_000_000 } as const;

/** Limits of each disco are those of a copy of VTpass's `/services` that a public client kept. */
const POWER = { category: 'electricity-bill', type: 'Electricity Bill' } as const;

/**
 * Names, rates and product numbers are those of VTpass's sandbox samples. Where there is none (9mobile airtime, all data but MTN's, all discos
 * but Ikeja and, for the rate, Port Harcourt) the rate is the live one, as VTpass published it in November 2025, and the number a free one. The
 * names of the data services but MTN's are ours.
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

  power('ikeja-electric', 'Ikeja Electric Payment - IKEDC', 14, '1.50', [500, 400_000]),
  power('eko-electric', 'Eko Electric Payment - EKEDC', 15, '1.00', [1_000, 500_000]),
  power('abuja-electric', 'Abuja Electricity Distribution Company- AEDC', 16, '1.20', [500, 1_000_000]),
  power('ibadan-electric', 'IBEDC - Ibadan Electricity Distribution Company', 17, '1.10', [100, 500_000]),
  power('kano-electric', 'KEDCO - Kano Electric', 18, '1.00', [500, 500_000]),
  power('portharcourt-electric', 'PHED - Port Harcourt Electric', 19, '2.00', [100, 10_000_000]),
  power('enugu-electric', 'Enugu Electric - EEDC', 20, '1.40', [500, 200_000]),
  power('jos-electric', 'Jos Electric - JED', 21, '0.90', [1_000, 500_000]),
  power('kaduna-electric', 'Kaduna Electric - KAEDCO', 22, '1.50', [1_100, 100_000]),
  power('benin-electric', 'Benin Electricity - BEDC', 23, '1.50', [500, 500_000]),
];

const SERVICE_BY_ID: ReadonlyMap<string, Service> = new Map(SERVICES.map((service) => [service.id, service]));

/** Finds a service by VTpass's `serviceID`, which is case-sensitive. */
export function findService(id: string): Service | undefined {
  return SERVICE_BY_ID.get(id);
}

/** The services of a category; none of one that this look-alike does not sell. */
export function servicesOf(category: string): Service[] {
  return SERVICES.filter((service) => service.category === category);
}

function power(
  id: string,
  productName: string,
  productId: number,
  rate: string,
  limits: readonly [number, number],
): Service {
  const [minimumNaira, maximumNaira] = limits;
  return { id, productName, productId, rate, ...POWER, minimumNaira, maximumNaira };
}
