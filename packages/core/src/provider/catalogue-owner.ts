import type { ProviderCatalogue } from './provider.port';

/** A provider or its profile, as far as it says whether our words are its own. */
export type Speaking = { ownWords?: boolean; products?: ProviderCatalogue['products'] | undefined };

/** Whether our ids of services are its own: then it has no products with other codes. */
export const usesOurWords = ({ ownWords, products }: Speaking): boolean => ownWords ?? products === undefined;

/** Its codes of plans and packages are ours, even if another serves: the order of `PROVIDERS` is preference only. */
export const catalogueOwner = <P extends Speaking>(providers: readonly P[]): P | undefined =>
  providers.find(usesOurWords) ?? providers[0];
