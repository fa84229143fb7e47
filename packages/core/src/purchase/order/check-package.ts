import type { PackageList } from '../../catalogue/package-list';
import { AppError } from '../../errors/error-catalog';
import type { Lookup, ProviderLookups, Variation } from '../../provider/provider.port';
import { formatNaira } from '../../shared/money';
import type { CableFields } from './orders';

/** The lookup, when the provider gave an answer. @throws AppError provider_unavailable when it gave none */
export function requireAnswer<T>(lookup: Lookup<T>): Exclude<Lookup<T>, { kind: 'unavailable' }> {
  if (lookup.kind === 'unavailable')
    throw new AppError('provider_unavailable', undefined, { cause: new Error(lookup.reason) });
  return lookup;
}

type CardLookups = Pick<ProviderLookups, 'verifySmartcard'>;

type CheckDeps = { packageList: Pick<PackageList, 'find'>; lookups: CardLookups };

/** What is ordered, without what only its purchase needs. */
type Asked = Pick<CableFields, 'service' | 'smartcard' | 'packageCode' | 'subscriptionType' | 'amountKobo'>;

/**
 * The ordered package, when the amount is right for it.
 * @throws AppError unknown_package | wrong_package_amount | provider_unavailable, and as `renewalPrices`
 */
export async function checkPackage({ packageList, lookups }: CheckDeps, asked: Asked): Promise<Variation> {
  const { service, packageCode, subscriptionType, amountKobo } = asked;
  const renews = subscriptionType === 'renew';
  const prices = renews ? await renewalPrices(lookups, asked) : (listedKobo: bigint) => [listedKobo];
  const fits = ({ priceKobo }: Variation) => prices(priceKobo).includes(amountKobo);
  const found = await packageList.find(service, packageCode, fits);
  if (found === null) throw new AppError('unknown_package');
  if (fits(found)) return found;
  const right = prices(found.priceKobo).map(formatNaira).join(' or ');
  throw new AppError('wrong_package_amount', renews ? `amount must be ${right}` : undefined);
}

/**
 * A renewal is for the packages that the card has, whatever code is sent. It costs what the provider reports for this
 * card, or the listed price when that is not lower.
 * @returns the amounts that renew the ordered package, by its listed price; all in kobo
 * @throws AppError unknown_smartcard | not_current_package | provider_unavailable
 */
async function renewalPrices(
  lookups: CardLookups,
  { service, smartcard, packageCode }: Asked,
): Promise<(listedKobo: bigint) => bigint[]> {
  const card = requireAnswer(await lookups.verifySmartcard(service, smartcard));
  if (card.kind === 'not_recognised')
    throw new AppError('unknown_smartcard', 'smartcard_number is not known to the provider');
  const { currentPackageCodes: codes, renewalAmountKobo: renewal } = card.value;
  if (codes.length > 0 && !codes.includes(packageCode))
    throw new AppError('not_current_package', `package_code must be ${codes.join(' or ')}`);
  if (renewal === null) return (listed) => [listed];
  return (listed) => (listed > renewal ? [renewal, listed] : [renewal]);
}
