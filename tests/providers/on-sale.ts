import { hasPriceList, type ProductType } from '@topup/core/product';
import type { ListedProduct } from '@topup/core/provider';
import type { LiveProvider } from '@topup/providers';
import { exampleOrders } from '@topup/testkit';

/** A product that the provider sells. VTpass, whose words are ours, has no list of products but its lists of codes. */
export async function onSale(provider: LiveProvider, productType: ProductType): Promise<ListedProduct> {
  const listed =
    provider.products === undefined ? await byOurWords(provider, productType) : await byList(provider, productType);
  if (listed === undefined) throw new Error(`${provider.name} sells no ${productType}`);
  return listed;
}

async function byList(provider: LiveProvider, productType: ProductType): Promise<ListedProduct | undefined> {
  const answer = await provider.products?.();
  if (answer?.kind !== 'found') throw new Error(`${provider.name} lists nothing: ${JSON.stringify(answer)}`);
  return answer.value.find(
    (each) => each.productType === productType && each.serviceId !== null && each.meterType !== 'postpaid',
  );
}

async function byOurWords(provider: LiveProvider, productType: ProductType): Promise<ListedProduct | undefined> {
  const { serviceId } = exampleOrders[productType];
  const open = {
    productType,
    serviceId,
    product: { code: 'prepaid', amount: null },
    name: serviceId,
    costKobo: null,
    leastKobo: null,
    mostKobo: null,
    meterType: productType === 'ELECTRICITY' ? ('prepaid' as const) : null,
  };
  if (!hasPriceList(productType)) return open;
  const answer = await provider.variations(serviceId);
  if (answer.kind !== 'found' || answer.value[0] === undefined) return undefined;
  const [{ code, name, priceKobo }] = answer.value;
  return { ...open, product: { code, amount: null }, name, costKobo: priceKobo };
}
