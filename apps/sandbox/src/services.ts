/** A thing this look-alike sells. */
export type Service = {
  /** VTpass's `serviceID`. */
  id: string;
  productName: string;
  type: string;
  /** The number that `/requery` adds to the answer. */
  productId: number;
  /** Commission in per cent of the face value, as VTpass writes it: "3.50". */
  rate: string;
  minimumNaira: number;
  maximumNaira: number;
  /** The field of a request that names whom the value goes to. */
  recipientField: 'phone';
};

/** VTpass publishes no limits for airtime. 5 lets our own minimum decide; 200,000 is the highest maximum seen in public code. */
const AIRTIME = { type: 'Airtime Recharge', minimumNaira: 5, maximumNaira: 200_000, recipientField: 'phone' } as const;

/** Names, rates and product numbers are those of VTpass's sandbox samples; for 9mobile, of which there is none, its live rate and the free number. */
const SERVICES: readonly Service[] = [
  { id: 'mtn', productName: 'MTN Airtime VTU', productId: 2, rate: '3.50', ...AIRTIME },
  { id: 'glo', productName: 'GLO Airtime VTU', productId: 3, rate: '3.00', ...AIRTIME },
  { id: 'airtel', productName: 'Airtel Airtime VTU', productId: 1, rate: '3.00', ...AIRTIME },
  { id: 'etisalat', productName: '9mobile Airtime VTU', productId: 4, rate: '4.00', ...AIRTIME },
];

const SERVICE_BY_ID: ReadonlyMap<string, Service> = new Map(SERVICES.map((service) => [service.id, service]));

/** Finds a service by VTpass's `serviceID`, which is case-sensitive. */
export function findService(id: string): Service | undefined {
  return SERVICE_BY_ID.get(id);
}
