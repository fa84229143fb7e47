import type { Product } from '@topup/dashboard-contract';
import { PRODUCTS, SERVICE_NAMES } from '../../generated/vocabulary';

let providers: Readonly<Record<string, string>> = {};

/** Keeps how the providers write their names, as the server says who is signed in: before any page is shown. */
export const learnProviders = (named: Readonly<Record<string, string>>): void => {
  providers = named;
};

/** Who else tells us of money. */
const OTHERS: Readonly<Record<string, string>> = { collections: 'Transfers', bank: 'Our bank' };

/** A provider or a collector as it writes its own name. */
export const providerName = (provider: string): string => providers[provider] ?? OTHERS[provider] ?? provider;

/** Of all of them. */
export const providerNames = (): string[] => Object.values(providers);

/** The names of the products on sale, and of the one that an address has, which was sold before. */
export const productChoices = (onSale: readonly Product[], chosen: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(PRODUCTS).filter(([product]) => onSale.includes(product as Product) || product === chosen),
  );

/** A network or other service as it writes its own name: "etisalat" and "9MOBILE" are "9mobile". */
export const serviceName = (code: string): string => SERVICE_NAMES[code.toLowerCase()] ?? code;

/** A service on sale: "MTN airtime", "9mobile data", "DStv". Networks sell airtime and data. */
export const soldName = ({ productType, service }: { productType: Product; service: string }): string =>
  productType === 'AIRTIME' || productType === 'DATA'
    ? `${serviceName(service)} ${PRODUCTS[productType].toLowerCase()}`
    : serviceName(service);
