import { isSold, type ProductType, products } from '@topup/core/product';
import type { Collector, ProviderProfile } from '@topup/core/provider';
import { createCollector, createProviders, type LiveProvider, profilesOf } from '@topup/providers';
import { loadSettings, type Schema } from '@topup/runtime/settings';
import { collections, provider as providerSettings } from '@topup/settings';
import { lineArgument, productArgument } from './arguments';
import { refusalOf } from './refusal';

/** Returns the facts about the configured providers that need no request to them, in the order of `PROVIDERS`. */
export function providerFacts(): [ProviderProfile, ...ProviderProfile[]] {
  const { PROVIDERS, EXAM_PINS } = providerSettings;
  return atLeastOne(profilesOf(loadSettings({ PROVIDERS, EXAM_PINS })));
}

/** The name of a provider. @throws Refusal when PROVIDERS does not name it; the text has those that it names */
export function providerArgument(text: string): string {
  const name = lineArgument(text);
  const all = providerFacts();
  if (all.some((each) => each.name === name)) return name;
  throw refusalOf({ kind: 'no_such_provider', provider: name, known: all.map((each) => each.name) });
}

/** A product for a change that offers it. @throws Refusal when its setting is off */
export function soldProductArgument(text: string): ProductType {
  const product = productArgument(text);
  const definition = products[product];
  if ('setting' in definition && !isSold(product, loadSettings({ EXAM_PINS: providerSettings.EXAM_PINS })))
    throw refusalOf({ kind: 'product_off', product, setting: definition.setting });
  return product;
}

type OpenOptions = {
  /** Called when one answers against its documentation. */
  onOddity?: Parameters<typeof createProviders>[1]['onOddity'];
  /** The settings that the command reads afterwards: one error names all that are missing. */
  others?: Schema;
};

/** The configured providers, for a command that asks them something, in the order of `PROVIDERS`. */
export function openProviders({
  onOddity = () => undefined,
  others = {},
}: OpenOptions = {}): [LiveProvider, ...LiveProvider[]] {
  return atLeastOne(createProviders(loadSettings({ ...others, ...providerSettings }), { onOddity }));
}

/** Who takes transfers for us. @throws Refusal when nobody does */
export function openCollector(): Collector {
  const settings = loadSettings({ ...providerSettings, ...collections });
  const collector = createCollector(settings, { error: () => undefined });
  if (collector === null) throw refusalOf({ kind: 'collections_off' });
  return collector;
}

function atLeastOne<T>([first, ...rest]: T[]): [T, ...T[]] {
  if (first === undefined) throw new Error('PROVIDERS names no provider');
  return [first, ...rest];
}
