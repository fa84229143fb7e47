import type { ClientRequest } from 'node:http';
import request from 'supertest';
import { postRaw, withServer } from '../../testing/server';
import { useSandbox } from '../../testing/use-sandbox';
import { GET_KEYS, POST_KEYS } from '../../testing/vtpass';

const sandbox = useSandbox();
const verify = (body: object, keys: Record<string, string> = POST_KEYS) =>
  sandbox().post('/api/merchant-verify', body, keys);

const details = (rate: string) => ({ amount: null, rate, rate_type: 'percent', computation_type: 'default' });

describe('the owner of a smartcard, where no adapter looks', () => {
  it('dstv answers its own fields', async () => {
    expect(await verify({ serviceID: 'dstv', billersCode: '7023456789' })).toEqual({
      code: '000',
      content: {
        Customer_Name: 'EZE ADAEZE',
        Status: 'ACTIVE',
        Due_Date: '2026-03-15T00:00:00',
        Customer_Number: '7023456789',
        Customer_Type: 'DSTV',
        Current_Bouquet: 'DStv Padi N1,850',
        Current_Bouquet_Code: 'dstv-padi',
        Renewal_Amount: 1850,
        commission_details: details('1.50'),
      },
    });
  });

  it('gotv answers its own fields', async () => {
    expect(await verify({ serviceID: 'gotv', billersCode: '7023456789' })).toEqual({
      code: '000',
      content: {
        Customer_Name: 'EZE ADAEZE',
        Status: 'ACTIVE',
        Due_Date: '15-MAR-26',
        Customer_Number: '7023456789',
        Customer_Type: 'GOTV',
        Current_Bouquet: 'GOtv Lite (3 Months) N1,080',
        Current_Bouquet_Code: 'gotv-lite-3months',
        Renewal_Amount: '1080.00',
        commission_details: details('1.50'),
      },
    });
  });

  it('startimes answers its own fields', async () => {
    expect(await verify({ serviceID: 'startimes', billersCode: '02012345678' })).toEqual({
      code: '000',
      content: {
        Customer_Name: expect.stringMatching(/^[A-Z]+ [A-Z]+$/),
        Balance: 54.82,
        Smartcard_Number: '02012345678',
        WrongBillersCode: false,
        commission_details: details('2.50'),
      },
    });
  });

  it('an even card of DStv or GOtv renews at 10 % off, an odd one at the full price', async () => {
    for (const serviceID of ['dstv', 'gotv']) {
      const prices = await priceOf(serviceID);
      for (const last of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) {
        const { content } = await verify({ serviceID, billersCode: `702345678${last}` });
        const share = last % 2 === 0 ? 0.9 : 1;
        expect(Number(content.Renewal_Amount)).toBeCloseTo(Number(prices.get(content.Current_Bouquet_Code)) * share, 2);
      }
    }
  });

  it('an empty price list leaves out the bouquet', async () => {
    await request(sandbox().app).put('/variations/dstv').send([]);
    const { content } = await verify({ serviceID: 'dstv', billersCode: '7023456789' });
    expect(content.Status).toBe('ACTIVE');
    expect(Object.keys(content).filter((key) => /Bouquet|Renewal/.test(key))).toEqual([]);
  });
});

async function priceOf(serviceID: string): Promise<Map<string, string>> {
  const { content } = await sandbox().get('/api/service-variations', { serviceID });
  return new Map(
    content.variations.map((line: Record<string, string>) => [line.variation_code, line.variation_amount]),
  );
}

describe('the owner of a meter, where no adapter looks', () => {
  const METER = '45012345678';
  const common = {
    Customer_Name: 'CHUKWU DANLADI',
    Address: '77 Awolowo Road',
    Meter_Number: METER,
    Can_Vend: 'yes',
    Meter_Type: 'PREPAID',
    WrongBillersCode: false,
  };
  const { Meter_Number, ...withoutNumber } = common;

  it.each<[string, string, Record<string, unknown>]>([
    [
      'ikeja-electric',
      '1.50',
      {
        ...common,
        Customer_Arrears: '',
        Minimum_Amount: '',
        Min_Purchase_Amount: '',
        Business_Unit: '',
        Customer_Account_Type: 'NMD',
      },
    ],
    ['eko-electric', '1.00', { ...common, Minimum_Amount: 1000 }],
    ['abuja-electric', '1.20', common],
    ['ibadan-electric', '1.10', common],
    ['kano-electric', '1.00', common],
    ['portharcourt-electric', '2.00', { ...common, MAX_Purchase_Amount: '10000000', Min_Purchase_Amount: '100' }],
    [
      'enugu-electric',
      '1.40',
      {
        ...withoutNumber,
        Account_Number: METER,
        Customer_Number: METER,
        MeterNumber: METER,
        Business_Unit: 'OGUI',
        District: 'ENUGU',
        Last_Purchase_Days: '30',
        KCT1: '',
        KCT2: '',
        Customer_Phone: '',
        Min_Purchase_Amount: '500',
        Max_Purchase_Amount: '200000',
      },
    ],
    [
      'jos-electric',
      '0.90',
      { ...withoutNumber, Customer_Name: '', Address: '', MeterNumber: METER, Meter_Type: 'prepaid' },
    ],
    ['kaduna-electric', '1.50', { ...common, Minimum_Amount: 1100 }],
    ['benin-electric', '1.50', common],
  ])('%s answers its own fields', async (serviceID, rate, content) => {
    expect(await verify({ serviceID, billersCode: METER, type: 'prepaid' })).toEqual({
      code: '000',
      content: { ...content, commission_details: details(rate) },
    });
    const postpaid = serviceID === 'jos-electric' ? 'postpaid' : 'POSTPAID';
    expect((await verify({ serviceID, billersCode: METER, type: 'postpaid' })).content.Meter_Type).toBe(postpaid);
  });

  it('a number that ends in 99999 cannot be sold to', async () => {
    const canVend = async (billersCode: string) =>
      (await verify({ serviceID: 'kano-electric', billersCode, type: 'prepaid' })).content.Can_Vend;
    expect(await canVend('45012399999')).toBe('no');
    for (const meter of ['45012309999', '45099999000', '08000000000']) expect(await canVend(meter)).toBe('yes');
  });
});

describe('the owner of a JAMB profile, where no adapter looks', () => {
  it.each(['utme-mock', 'utme-no-mock'])('answers the name alone, for %s', async (type) => {
    expect(await verify({ serviceID: 'jamb', billersCode: '0123456789', type })).toEqual({
      code: '000',
      content: { Customer_Name: 'BALOGUN IFEOMA' },
    });
  });

  it('needs a variation of JAMB as its type', async () => {
    for (const type of [undefined, '', 'prepaid', 'waecdirect'])
      expect((await verify({ serviceID: 'jamb', billersCode: '0123456789', type })).code).toBe('011');
  });

  it('is not there for WAEC', async () => {
    for (const serviceID of ['waec', 'waec-registration'])
      expect((await verify({ serviceID, billersCode: '08011111111', type: 'waecdirect' })).code).toBe('012');
  });
});

describe('an unknown number that looks like a known one', () => {
  it('gets code 000 and an error', async () => {
    const number = { billersCode: '08001500123' };
    expect(await verify({ ...number, serviceID: 'jos-electric', type: 'postpaid' })).toEqual({
      code: '000',
      content: { error: 'Jos Electric - JED has no postpaid meter with this number.', WrongBillersCode: 'true' },
    });
    for (const serviceID of ['dstv', 'gotv', 'startimes', 'jamb']) {
      expect(await verify({ ...number, serviceID, type: 'utme-mock' })).toEqual({
        code: '000',
        content: { error: expect.stringContaining('may be wrong') },
      });
    }
  });

  it('is looked up only after keys, fields and service are checked', async () => {
    const card = { serviceID: 'dstv', billersCode: '7023456789' };
    const meter = { serviceID: 'eko-electric', billersCode: '45012345678' };
    expect((await verify(card, GET_KEYS)).code).toBe('087');
    expect((await verify({ ...card, billersCode: '' })).code).toBe('011');
    expect((await verify({ ...card, serviceID: undefined })).code).toBe('011');
    expect((await verify({ ...card, serviceID: 'showmax' })).code).toBe('012');
    expect((await verify({ ...card, serviceID: 'mtn-data' })).code).toBe('012');
    expect((await verify(meter)).code).toBe('011');
    expect((await verify({ ...meter, type: 'PREPAID' })).code).toBe('011');
  });
});

describe('a fault of a verification that cannot be tried', () => {
  it.each([
    ['ikeja-electric', 'prepaid'],
    ['jamb', 'utme-mock'],
  ])('%s: fails as a purchase with the same number, and is not in the ledger', async (serviceID, type) => {
    const look = (url: string, number: string) =>
      postRaw(`${url}/api/merchant-verify`, { serviceID, type, billersCode: `0800${number}00123` });
    await withServer({}, async ({ url, sandbox: served }) => {
      for (const number of ['00', '01', '02', '03', '04', '12', '13']) {
        expect(JSON.parse((await look(url, number)).text).content.Customer_Name).not.toBe('');
      }
      for (const number of ['07', '08']) {
        expect(await look(url, number)).toMatchObject({ whole: false, status: null, error: 'read ECONNRESET' });
      }
      for (const number of ['09', '10']) {
        expect(await look(url, number)).toMatchObject({ status: 500, text: '{"code":"083","content":{"errors":[]}}' });
      }
      expect(await look(url, '11')).toMatchObject({ status: 502, text: expect.stringContaining('Bad Gateway') });
      expect(await look(url, '14')).toMatchObject({
        whole: false,
        status: 200,
        text: expect.stringContaining('"code":"000"'),
      });
      expect(served.ledger()).toEqual({ deliveries: [], reversals: [], posts: [] });
    });
  });

  it('does not answer 05, 06 or a delay at once', async () => {
    await withServer({}, async ({ url }) => {
      const body = (billersCode: string) => ({ serviceID: 'dstv', billersCode });
      const startedMs = performance.now();
      const waiting = ['08000500123', '08000600123', '08000059123'].map((card) => {
        const sent: ClientRequest[] = [];
        return { sent, ending: postRaw(`${url}/api/merchant-verify`, body(card), (outgoing) => sent.push(outgoing)) };
      });
      expect((await postRaw(`${url}/api/merchant-verify`, body('08000001123'))).whole).toBe(true);
      expect(performance.now() - startedMs).toBeGreaterThan(990);
      for (const { sent, ending } of waiting) {
        sent[0]?.destroy(new Error('left'));
        expect(await ending).toMatchObject({ status: null, error: 'left' });
      }
    });
  });
});
