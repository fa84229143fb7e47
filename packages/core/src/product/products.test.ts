import { EVERY_ORDER } from './definition';
import { deliversToken, hasPriceList, products, productTypes, servicesOf, titleOf } from './products';

describe('a product is sold as another', () => {
  test('each has a name and services of its own', () => {
    const providers = [{ dataServices: [{ serviceId: 'mtn-data' }] }, { dataServices: [{ serviceId: 'mtn-data' }] }];
    const services = productTypes.flatMap((product) => servicesOf(product, providers));
    expect(services).toContain('mtn-data');
    expect(new Set(services).size).toBe(services.length);
    expect(new Set(productTypes.map(titleOf)).size).toBe(productTypes.length);
    expect(titleOf('CABLE_TV')).toBe('Cable TV');
  });

  test('what has variations has no price list, and a token is for one of them, or for every order', () => {
    for (const product of productTypes) {
      const { variations, tokenFor } = products[product];
      if (variations !== null) expect(hasPriceList(product)).toBe(false);
      if (tokenFor !== null && tokenFor !== EVERY_ORDER) expect(variations).toContain(tokenFor);
    }
  });

  test('prepaid electricity and exams alone deliver a token or PIN', () => {
    const delivering = productTypes.flatMap((product) =>
      ['prepaid', 'postpaid', 'mtn-10mb-100'].flatMap((variation) =>
        deliversToken(product, variation) ? [[product, variation]] : [],
      ),
    );
    expect(delivering).toEqual([
      ['ELECTRICITY', 'prepaid'],
      ...['prepaid', 'postpaid', 'mtn-10mb-100'].map((variation) => ['EXAM_PIN', variation]),
    ]);
    expect(productTypes.filter((product) => deliversToken(product, null))).toEqual(['EXAM_PIN']);
  });
});
