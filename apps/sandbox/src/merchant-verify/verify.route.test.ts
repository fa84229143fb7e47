import type { ClientRequest } from 'node:http';
import request from 'supertest';
import { GET_KEYS, NOON, POST_KEYS, postRaw, withServer } from '../testing/client';
import { buildSandbox, type Sandbox } from '../wire';

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = buildSandbox({ now: () => NOON });
});
afterEach(() => sandbox.close());

const verify = async (body: object, keys: Record<string, string> = POST_KEYS) =>
  (await request(sandbox.app).post('/api/merchant-verify').set(keys).send(body)).body;

const details = (rate: string) => ({ amount: null, rate, rate_type: 'percent', computation_type: 'default' });

describe('a smartcard that is recognised', () => {
  it('would show a name where no adapter looks for it if the fields were not those of dstv', async () => {
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

  it('would show a name where no adapter looks for it if the fields were not those of gotv', async () => {
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

  it('would show a name where no adapter looks for it if the fields were not those of startimes', async () => {
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

  it('would leave the discount of a renewal untried if an even card paid the full price, or an odd one less', async () => {
    for (const serviceID of ['dstv', 'gotv']) {
      const prices = await priceOf(serviceID);
      for (const last of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) {
        const { content } = await verify({ serviceID, billersCode: `702345678${last}` });
        const share = last % 2 === 0 ? 0.9 : 1;
        expect(Number(content.Renewal_Amount)).toBeCloseTo(Number(prices.get(content.Current_Bouquet_Code)) * share, 2);
      }
    }
  });

  it('would name a bouquet that does not exist if there were none to choose from', async () => {
    await request(sandbox.app).put('/variations/dstv').send([]);
    const { content } = await verify({ serviceID: 'dstv', billersCode: '7023456789' });
    expect(content.Status).toBe('ACTIVE');
    expect(Object.keys(content).filter((key) => /Bouquet|Renewal/.test(key))).toEqual([]);
  });
});

async function priceOf(serviceID: string): Promise<Map<string, string>> {
  const { body } = await request(sandbox.app).get('/api/service-variations').set(GET_KEYS).query({ serviceID });
  return new Map(
    body.content.variations.map((line: Record<string, string>) => [line.variation_code, line.variation_amount]),
  );
}

describe('a meter that is recognised', () => {
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
    ['kaduna-electric', '1.50', common],
    ['benin-electric', '1.50', common],
  ])(
    'would show a name where no adapter looks for it if the fields were not those of %s',
    async (serviceID, rate, content) => {
      expect(await verify({ serviceID, billersCode: METER, type: 'prepaid' })).toEqual({
        code: '000',
        content: { ...content, commission_details: details(rate) },
      });
      const postpaid = serviceID === 'jos-electric' ? 'postpaid' : 'POSTPAID';
      expect((await verify({ serviceID, billersCode: METER, type: 'postpaid' })).content.Meter_Type).toBe(postpaid);
    },
  );

  it('would be sold to although its disco forbids it if no number could say so', async () => {
    const canVend = async (billersCode: string) =>
      (await verify({ serviceID: 'kano-electric', billersCode, type: 'prepaid' })).content.Can_Vend;
    expect(await canVend('45012399999')).toBe('no');
    for (const meter of ['45012309999', '45099999000', '08000000000']) expect(await canVend(meter)).toBe('yes');
  });
});

describe('what is not recognised', () => {
  it('would be found by an adapter that reads only the code if bad answers had another', async () => {
    const number = { billersCode: '08001500123' };
    expect(await verify({ ...number, serviceID: 'jos-electric', type: 'postpaid' })).toEqual({
      code: '000',
      content: { error: 'Jos Electric - JED has no postpaid meter with this number.', WrongBillersCode: 'true' },
    });
    for (const serviceID of ['dstv', 'gotv', 'startimes']) {
      expect(await verify({ ...number, serviceID })).toEqual({
        code: '000',
        content: { error: expect.stringContaining('may be wrong') },
      });
    }
  });

  it('would be looked up for anybody if keys, fields and service were not checked', async () => {
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

describe('a verification that goes wrong', () => {
  const look = (url: string, number: string) =>
    postRaw(`${url}/api/merchant-verify`, {
      serviceID: 'ikeja-electric',
      type: 'prepaid',
      billersCode: `0800${number}00123`,
    });

  it('would call a number wrong because the answer was, if the number chose another trouble than a purchase has', async () => {
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

  it('would let a caller without a timeout pass if 05, 06 or a delay answered at once', async () => {
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
