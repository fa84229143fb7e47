import type { ProductSync } from './sync-products';

/** What became of the products of one provider, for operators. */
export function productText(sync: ProductSync): string {
  if (sync.kind === 'unavailable') return `not changed: no list (${sync.reason})`;
  if (sync.kind === 'emptied')
    return `not changed: it suddenly lists nothing, but we know ${sync.products} of its products`;
  if (sync.kind === 'shrunk')
    return `not changed: it suddenly lacks ${sync.gone} of the ${sync.products} products that we know`;
  const { added, changed, gone, unchanged, contradictory, mapped, proposed, takenBack } = sync;
  const products = `products: ${added} added, ${changed} changed, ${gone} discontinued, ${unchanged} unchanged`;
  const mappings = `mappings: ${mapped} made, ${proposed} proposed, ${takenBack} taken back`;
  const left = contradictory.length === 0 ? '' : `; not listed, because they are unclear: ${contradictory.join(', ')}`;
  return `${products}${left}; ${mappings}`;
}

/** What is to be done about the providers whose products are as they were; one sentence each. */
export function productFaults(products: ProductSync[]): string[] {
  return products.flatMap((sync) => {
    if (sync.kind === 'unavailable')
      return `${sync.provider} did not list its products (${sync.reason}). Try again later.`;
    if (sync.kind === 'emptied' || sync.kind === 'shrunk')
      return `${sync.provider} suddenly lists ${sync.kind === 'emptied' ? 'nothing' : 'much less'}. If that is right, run \`ops catalogue sync --allow-empty\`.`;
    return [];
  });
}
