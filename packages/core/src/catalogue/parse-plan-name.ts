import type { DataNetwork } from '../product/data';
import { daysText, readDays, readProductName, sizeText, withoutPrice } from './mapping/read-product-name';

/** The networks as people write them. */
const NETWORK_NAMES: Record<DataNetwork, string> = { MTN: 'MTN', GLO: 'Glo', AIRTEL: 'Airtel', '9MOBILE': '9mobile' };
const NETWORK_AT_START = /^(?:mtn|glo|airtel|9\s?mobile|etisalat|t2)\b[\s\-–:]*/i;

/** The names of a data plan. The plan name of `MTN 1.5 GB, 30 days` is `1.5 GB`. */
type PlanNames = { name: string; planName: string; validity: string };

/** `sizeMb`: 1 GB is 1,000 MB. Both are null unless the name says exactly one whole number of them. */
type PlanNumbers = { sizeMb: number | null; validityDays: number | null };

/** All that a sync writes of a data plan beside its code. */
export type PlanFacts = PlanNames & { network: DataNetwork; costKobo: bigint };

/**
 * The names of a data plan are ours, without the price in the provider's (`N1000 1.5GB - 30 days`). A name of another
 * form keeps its words, and the part after its last dash is the validity, or else an empty text.
 * @param serviceId of the provider: plans for resellers have a service of their own, which their names do not say
 */
export function parsePlanName(network: DataNetwork, raw: string, serviceId = ''): PlanNames {
  const { sizeKb, days, words } = readProductName(/\bsme\b/i.test(serviceId) ? `SME ${raw}` : raw);
  const said = [...new Map(words.map((word) => [word.toLowerCase(), word])).values()];
  if (sizeKb === null || days === null || said.some((word) => /\d/.test(word))) return asWritten(network, raw);
  return named(network, [...said, sizeText(sizeKb)].join(' '), daysText(days));
}

/** The numbers in the name of a data plan. A name with other digits in it, such as `1 GB x2`, has none. */
export function planNumbers(name: string): PlanNumbers {
  const { sizeKb, days, words } = readProductName(name);
  if (words.some((word) => /\d/.test(word))) return { sizeMb: null, validityDays: null };
  return { sizeMb: whole(sizeKb === null ? null : sizeKb / 1_000), validityDays: whole(days) };
}

const whole = (count: number | null): number | null => (Number.isInteger(count) ? count : null);

function asWritten(network: DataNetwork, raw: string): PlanNames {
  const text = withoutPrice(raw).replace(NETWORK_AT_START, '');
  const dash = text.lastIndexOf(' - ');
  if (dash === -1) return named(network, text || 'data', '');
  const [planName, validity] = [text.slice(0, dash), text.slice(dash + 3).trim()];
  const days = readDays(validity);
  return named(network, planName.trim().replaceAll(/\s+[-–]\s+/g, ', '), days === null ? validity : daysText(days));
}

const named = (network: DataNetwork, planName: string, validity: string): PlanNames => ({
  name: `${NETWORK_NAMES[network]} ${planName}${validity === '' ? '' : `, ${validity}`}`,
  planName,
  validity,
});
