import { hasPriceList, products } from '@topup/core/product';
import { declarationOf } from '@topup/providers';
import { useSandbox } from '../../testing/use-sandbox';
import { GET_KEYS, POST_KEYS } from '../../testing/vtpass';

const sandbox = useSandbox();

type Line = { variation_code: string; name: string; variation_amount: string; fixedPrice: string };

const get = (path: string, query: Record<string, string> = {}, keys: Record<string, string> = GET_KEYS) =>
  sandbox().get(`/api/${path}`, query, keys);
const listOf = async (serviceID: string): Promise<Line[]> =>
  (await get('service-variations', { serviceID })).content.variations;

describe('a price list that no adapter can read', () => {
  it('has the frame of VTpass', async () => {
    const body = await get('service-variations', { serviceID: 'etisalat-data' });
    expect(body).toEqual({
      response_description: '000',
      content: {
        ServiceName: '9mobile Data',
        serviceID: 'etisalat-data',
        convinience_fee: '0 %',
        variations: expect.any(Array),
        varations: body.content.variations,
      },
    });
    expect(body.content.variations[0]).toEqual({
      variation_code: 'eti-100',
      name: 'N100 100MB - 1 day',
      variation_amount: '100.00',
      fixedPrice: 'Yes',
    });
  });

  it.each(['mtn-data', 'glo-data', 'glo-sme-data', 'airtel-data', 'etisalat-data'])(
    'lists at least five plans of %s, each named by size, validity and price',
    async (serviceID) => {
      const list = await listOf(serviceID);
      expect(list.length).toBeGreaterThanOrEqual(5);
      for (const { variation_code, name, variation_amount, fixedPrice } of list) {
        expect({ variation_amount, fixedPrice }).toEqual({
          variation_amount: expect.stringMatching(/^[1-9]\d*\.00$/),
          fixedPrice: 'Yes',
        });
        if (variation_code === 'mtn-xtratalk-300') continue;
        expect(name).toMatch(/^N\d+ [\d.]+(MB|GB) - \d+ (hrs|days?)$/);
        expect(name.slice(1, name.indexOf(' '))).toBe(String(Number(variation_amount)));
      }
    },
  );

  it('lists mtn-xtratalk-300 twice, with two prices', async () => {
    const list = await listOf('mtn-data');
    const prices = (code: string) =>
      list.filter((line) => line.variation_code === code).map((line) => line.variation_amount);
    expect(prices('mtn-xtratalk-300')).toEqual(['300.00', '200.00']);
    expect(['mtn-10mb-100', 'mtn-50mb-200', 'mtn-100mb-1000', 'mtn-500mb-2000'].map(prices)).toEqual([
      ['100.00'],
      ['200.00'],
      ['1000.00'],
      ['2000.00'],
    ]);
  });

  it('lists the TV prices of the samples', async () => {
    const prices = async (serviceID: string) =>
      Object.fromEntries(
        (await listOf(serviceID)).map(({ variation_code, variation_amount }) => [
          variation_code,
          Number(variation_amount),
        ]),
      );
    expect(await prices('dstv')).toEqual({ 'dstv-padi': 1850, 'dstv-yanga': 2565, 'dstv-confam': 4615, dstv79: 7900 });
    expect(await prices('gotv')).toEqual({
      'gotv-lite': 410,
      'gotv-max': 3600,
      'gotv-jolli': 2460,
      'gotv-jinja': 1640,
      'gotv-lite-3months': 1080,
      'gotv-lite-1year': 3180,
    });
    expect(await prices('startimes')).toMatchObject({
      nova: 900,
      basic: 1700,
      smart: 2200,
      classic: 2500,
      super: 4200,
      ewallet: 0,
    });
    expect((await listOf('startimes')).at(-1)).toMatchObject({ variation_amount: '0.00', fixedPrice: 'No' });
  });

  it('lists the prices of exam PINs', async () => {
    const lists = await Promise.all(['jamb', 'waec', 'waec-registration'].map(listOf));
    expect(lists.flat().map((line) => [line.variation_code, line.variation_amount, line.fixedPrice])).toEqual([
      ['utme-mock', '7700.00', 'Yes'],
      ['utme-no-mock', '6200.00', 'Yes'],
      ['waecdirect', '900.00', 'Yes'],
      ['waec-registraion', '14450.00', 'Yes'],
    ]);
  });

  it('answers a service without a price list in the same form', async () => {
    for (const serviceID of ['kano-electric', 'benin-electric']) {
      expect((await listOf(serviceID)).map((line) => line.variation_code)).toEqual(['prepaid', 'postpaid']);
    }
    expect(await listOf('mtn')).toEqual([]);
    const unknown = { response_description: '012', content: { errors: 'PRODUCT DOES NOT EXIST' } };
    expect(await get('service-variations', { serviceID: 'MTN-DATA' })).toEqual(unknown);
    expect(await get('service-variations')).toEqual(unknown);
  });
});

describe('a client that reads wrong categories or limits', () => {
  it('lists the categories of VTpass', async () => {
    const { response_description, content } = await get('service-categories');
    expect(response_description).toBe('000');
    expect(content.map((category: { identifier: string }) => category.identifier)).toEqual([
      'airtime',
      'data',
      'tv-subscription',
      'electricity-bill',
      'education',
      'other-services',
      'insurance',
    ]);
  });

  it('lists each service with the limits of /api/pay', async () => {
    const { response_description, content } = await get('services', { identifier: 'electricity-bill' });
    expect(response_description).toBe('000');
    expect(content).toHaveLength(10);
    expect(content[0]).toEqual({
      serviceID: 'ikeja-electric',
      name: 'Ikeja Electric Payment - IKEDC',
      minimium_amount: '500',
      maximum_amount: 400_000,
      convinience_fee: '0 %',
      product_type: 'flexible',
      image: '',
    });
    const idsOf = async (identifier: string) =>
      (await get('services', { identifier })).content.map(
        (line: Record<string, string>) => `${line.serviceID} ${line.product_type}`,
      );
    expect(await idsOf('airtime')).toEqual(['mtn flexible', 'glo flexible', 'airtel flexible', 'etisalat flexible']);
    expect(await idsOf('data')).toEqual(expect.arrayContaining(['mtn-data fix', 'glo-sme-data fix']));
    expect(await idsOf('tv-subscription')).toEqual(['dstv fix', 'gotv fix', 'startimes fix']);
    expect(await idsOf('education')).toEqual(['jamb fix', 'waec fix', 'waec-registration fix']);
    expect(await idsOf('nothing-such')).toEqual([]);

    const categories: { identifier: string }[] = (await get('service-categories')).content;
    const listed = await Promise.all(categories.map(({ identifier }) => idsOf(identifier)));
    const { sells, dataServices } = declarationOf('vtpass').profile;
    const declared = sells.flatMap((product) => {
      const services = products[product].services ?? dataServices.map(({ serviceId }) => serviceId);
      return services.map((id) => `${id} ${hasPriceList(product) ? 'fix' : 'flexible'}`);
    });
    expect(listed.flat().sort()).toEqual(declared.sort());
  });
});

describe('a wrong key that goes unnoticed', () => {
  it('needs keys on every path of the catalogue', async () => {
    for (const path of ['service-variations', 'service-categories', 'services']) {
      expect((await get(path, { serviceID: 'dstv' }, {})).code).toBe('087');
      expect((await get(path, { serviceID: 'dstv' }, POST_KEYS)).response_description).toBe('000');
    }
  });
});
