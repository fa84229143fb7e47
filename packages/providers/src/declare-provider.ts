import type {
  DeclaredProfile,
  Provider,
  ProviderCatalogue,
  ProviderLookups,
  ProviderStatements,
} from '@topup/core/provider';
import type { Schema, Values } from '@topup/runtime/settings';

/** One provider of live accounts. Its list has codes of its own, and it has a statement, where these are there. */
export type LiveProvider = Provider & ProviderLookups & Partial<ProviderCatalogue & ProviderStatements>;

/** Options of every adapter, beside its own settings. */
export type AdapterOptions = {
  /**
   * It answers against its documentation, or rejects a lookup because of our account. The fields hold no secret, token,
   * body or number.
   */
  onOddity(text: string, fields: Record<string, string>): void;
  /** It answered with another reference than ours: then no requery by ours can be believed. */
  onForeignReference?(): void;
  /** For a requery, or a page of a list, from start to end; a send has its own deadline. Default 30,000. */
  timeoutMs?: number;
  /** For a lookup from start to end, its second try included, and for a fetch of a token. Default 10,000. */
  lookupTimeoutMs?: number;
  /** For name lookup, TCP and TLS together. Default 3,000. */
  connectTimeoutMs?: number;
};

/** Facts about its API, in Markdown for the table of docs/explain/providers.md. A dash: there is none. */
type ApiFacts = {
  /** The parts of an order that name its product. */
  order: string;
  reference: string;
  deliveredBy: string;
  refusedBy: string;
  notFoundBy: string;
  /** How long after a send no failure sends the purchase elsewhere. */
  settles: string;
  closedWhen: string;
  statement: string;
};

/** All that the service knows of one provider. Settings, lists, manifests and documents derive from it. */
export type ProviderDeclaration<S extends Schema = Schema> = {
  profile: DeclaredProfile;
  /** As it writes its own name. */
  label: string;
  /** How to reach it and as whom. While `PROVIDERS` names it, no process starts without them. */
  settings: S;
  /** It loads the adapter: programs that only read settings or names load a hundred modules less. */
  create(settings: Given<S>, options: AdapterOptions): LiveProvider;
  /** The same settings for its look-alike in the sandbox at this URL, with the keys that everybody can read. */
  lookAlike(sandbox: string): { [Name in keyof S]: string };
  facts: ApiFacts;
};

type Given<S extends Schema> = { [Name in keyof S]: NonNullable<Values<S>[Name]> };

/** The declaration as one of the list, in which each has settings of its own. */
export const declareProvider = <S extends Schema>(declaration: ProviderDeclaration<S>): ProviderDeclaration =>
  declaration;

/** The names of the settings that say where the provider is. */
export function addressesOf({ lookAlike }: Pick<ProviderDeclaration, 'lookAlike'>): string[] {
  const sandbox = 'http://sandbox';
  return Object.entries(lookAlike(sandbox)).flatMap(([name, value]) => (value.startsWith(sandbox) ? name : []));
}
