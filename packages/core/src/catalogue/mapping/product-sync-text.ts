import type { ProductSync } from './sync-products';

/** What became of the products of one provider, for operators. */
export function productText(sync: ProductSync): string {
  if (sync.kind === 'unavailable') return `left as it was: no list (${sync.reason})`;
  if (sync.kind === 'emptied')
    return `left as it was: it suddenly lists nothing, and ${sync.products} products are known`;
  if (sync.kind === 'shrunk')
    return `left as it was: it suddenly lacks ${sync.gone} of the ${sync.products} products that are known`;
  const { added, changed, gone, unchanged, contradictory, mapped, proposed, takenBack } = sync;
  const products = `products: ${added} added, ${changed} changed, ${gone} gone, ${unchanged} as they were`;
  const mappings = `mappings: ${mapped} made, ${proposed} proposed, ${takenBack} taken back`;
  const left = contradictory.length === 0 ? '' : `; contradictory, so not listed: ${contradictory.join(', ')}`;
  return `${products}${left}; ${mappings}`;
}

/** What is to be done about the providers whose products are as they were; one sentence each. */
export function productFaults(products: ProductSync[]): string[] {
  return products.flatMap((sync) => {
    if (sync.kind === 'unavailable')
      return `${sync.provider} did not list its products (${sync.reason}): try again later.`;
    if (sync.kind === 'emptied' || sync.kind === 'shrunk')
      return `${sync.provider} suddenly lists ${sync.kind === 'emptied' ? 'nothing' : 'much less'}: if that is true, run \`ops catalogue sync --allow-empty\`.`;
    return [];
  });
}
