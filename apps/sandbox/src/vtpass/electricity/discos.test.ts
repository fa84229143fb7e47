import { useSandbox } from '../../testing/use-sandbox';
import { power } from '../../testing/vtpass';

// ₦2,000: 139.53 is VAT, 1860.47 buys 29.8 kWh.
const BARE = /^\d{20}$/;
const REFERENCE = expect.stringMatching(/^\d{16}$/);
const text = (pattern: RegExp) => expect.stringMatching(pattern);
const METER = '45012345678';
const NAME = 'CHUKWU DANLADI';
const ADDRESS = '77 Awolowo Road';

type Shape = { purchasedCode: RegExp; extras: RegExp; fields: Record<string, unknown> };

const BARE_EXTRAS = /^Token : \d{20}$/;

/** The fields of VTpass's samples beside `code` and `content` for a prepaid delivery, by disco. Kano is below. */
const PREPAID: Record<string, Shape> = {
  'ikeja-electric': {
    purchasedCode: /^Token : \d{20}$/,
    extras: BARE_EXTRAS,
    fields: {
      token: text(/^Token : \d{20}$/),
      units: '29.8 kWh',
      customerName: NAME,
      customerAddress: ADDRESS,
      meterNumber: 'N/A',
      tokenAmount: 1860.47,
      exchangeReference: REFERENCE,
      resetToken: 'N/A',
      configureToken: 'N/A',
      fixChargeAmount: 0,
      tariff: 'R2 SINGLE PHASE RESIDENTIAL',
      taxAmount: 0,
      debtAmount: 0,
      kct1: 'N/A',
      kct2: 'N/A',
      penalty: 0,
      costOfUnit: 0,
      announcement: 'N/A',
      meterCost: 0,
      currentCharge: 0,
      lossOfRevenue: 0,
      tariffBaseRate: 0,
      installationFee: 0,
      reconnectionFee: 0,
      meterServiceCharge: 0,
      administrativeCharge: 0,
    },
  },
  'eko-electric': {
    purchasedCode: /^Token : \d{20}$/,
    extras: BARE_EXTRAS,
    fields: {
      mainToken: text(BARE),
      mainTokenDescription: 'Normal Sale',
      mainTokenUnits: 29.8,
      mainTokenTax: 139.53,
      mainsTokenAmount: 1860.47,
      bonusToken: text(BARE),
      bonusTokenDescription: 'FBE Token',
      bonusTokenUnits: 1.5,
      bonusTokenTax: 0,
      bonusTokenAmount: 0,
      tariffIndex: '52',
      debtDescription: '',
    },
  },
  'abuja-electric': {
    purchasedCode: /^Token : token: \d{20}$/,
    extras: BARE_EXTRAS,
    fields: { Token: text(BARE), PurchasedUnits: '29.8', CustomerAddress: ADDRESS, TariffRate: '62.50' },
  },
  'ibadan-electric': {
    purchasedCode: /^(\d{4} ){4}\d{4}$/,
    extras: /^Token : (\d{4} ){4}\d{4}$/,
    fields: { Token: text(/^(\d{4} ){4}\d{4}$/), Units: '29.8' },
  },
  'portharcourt-electric': {
    purchasedCode: /^Token: \d{20}$/,
    extras: BARE_EXTRAS,
    fields: {
      token: text(BARE),
      units: '29.8',
      customerName: NAME,
      address: ADDRESS,
      customerNumber: METER,
      meterNumber: null,
      tokenAmount: '1860.47',
      tokenValue: '2000.00',
      tariff: '62.50',
      businessCenter: 'DIOBU',
      exchangeReference: REFERENCE,
      energyAmt: '1860.47',
      vat: '139.53',
      arrears: '0.00',
      revenueLoss: '0.00',
      kct1: null,
      kct2: null,
    },
  },
  'enugu-electric': {
    purchasedCode: /^Token : 0\d{19}$/,
    extras: /^Token : 0\d{19}$/,
    fields: {
      token: text(/^0\d{19}$/),
      units: '29.8',
      exchangeReference: REFERENCE,
      arrearsBalance: '0.00',
      appliedToArrears: '0.00',
      wallet: '0.00',
      vat: '139.53',
      invoiceNumber: text(/^EEDC\d{10}$/),
      appliedToWallet: '0.00',
      responseMessage: 'Request successful',
      status: 'ACCEPTED',
      responseCode: 200,
    },
  },
  'jos-electric': {
    purchasedCode: /^Token : (\d{4}-){4}\d{4}$/,
    extras: /^Token : (\d{4}-){4}\d{4}$/,
    fields: { Token: text(/^(\d{4}-){4}\d{4}$/), Units: '29.8', CustomerName: 'null' },
  },
  'kaduna-electric': {
    purchasedCode: /^Token : \d{20}$/,
    extras: BARE_EXTRAS,
    fields: { token: text(BARE), units: '29.8', customerName: NAME, customerAddress: ADDRESS },
  },
  'benin-electric': {
    purchasedCode: /^Token : \d{20}$/,
    extras: BARE_EXTRAS,
    fields: { Token: text(BARE), Units: '29.8', CustomerName: NAME, CustomerAddress: ADDRESS },
  },
};

/** The fields of token and units while there is no token. The other discos leave these fields out. */
const NO_TOKEN: Record<string, Record<string, string>> = {
  'ibadan-electric': { Token: 'null', Units: 'null' },
  'jos-electric': { Token: 'null', Units: 'null' },
};
const TOKEN_FIELDS = /^(token|Token|units|Units|PurchasedUnits|mainToken\w*|mainsTokenAmount|bonusToken\w*)$/;

const sandbox = useSandbox({ pendingRequeries: 1 });
const pay = (order: object) => sandbox().pay(order);
const requery = ({ request_id }: Record<string, unknown>) => sandbox().requery(request_id);

/** The fields of an answer that other products do not have. */
function discoPart({
  code,
  response_description,
  content,
  requestId,
  amount,
  transaction_date,
  purchased_code,
  ...fields
}: Record<string, unknown>) {
  return { purchased_code, fields };
}

const digitsOf = (value: string) => value.replace(/\D/g, '');

describe.each(Object.entries(PREPAID))(
  'a token of %s that the adapter cannot read',
  (serviceID, { purchasedCode, extras, fields }) => {
    it('has the fields and form of the sample, and the same token in a requery', async () => {
      const order = power({ serviceID });
      const paid = await pay(order);
      expect(discoPart(paid)).toEqual({ purchased_code: text(purchasedCode), fields });
      expect(paid.content.transactions).toMatchObject({ status: 'delivered', unique_element: METER, amount: '2000' });
      expect(paid.content.transactions).not.toHaveProperty('extras');

      const looked = await requery(order);
      expect(discoPart(looked)).toEqual(discoPart(paid));
      expect(looked.content.transactions.extras).toMatch(extras);
      const token = digitsOf(paid.purchased_code);
      expect(token).toHaveLength(20);
      expect(digitsOf(looked.content.transactions.extras)).toBe(token);
      expect(digitsOf(paid.token ?? paid.Token ?? paid.mainToken)).toBe(token);
    });

    it('comes in a later requery with outcome 13, after a delivery without it', async () => {
      const order = power({ serviceID, billersCode: '08001300123' });
      const expected = Object.keys(fields).filter((name) => !TOKEN_FIELDS.test(name));
      for (const answer of [await pay(order), await requery(order)]) {
        expect(answer).toMatchObject({
          code: '000',
          purchased_code: '',
          content: { transactions: { status: 'delivered' } },
        });
        expect(answer.content.transactions.extras ?? null).toBeNull();
        const part = discoPart(answer).fields;
        expect(Object.keys(part).sort()).toEqual([...expected, ...Object.keys(NO_TOKEN[serviceID] ?? {})].sort());
        expect(part).toMatchObject(NO_TOKEN[serviceID] ?? {});
      }
      const later = await requery(order);
      expect(later.purchased_code).toMatch(purchasedCode);
      expect(later.content.transactions.extras).toMatch(extras);
      expect(discoPart(await requery(order))).toEqual(discoPart(later));
      expect(sandbox().ledger().deliveries).toHaveLength(1);
    });
  },
);

describe('a token of kano-electric that never comes', () => {
  it('comes in a later requery, after a delivery without it', async () => {
    const order = power({ serviceID: 'kano-electric' });
    const nothing = { purchased_code: '', fields: { Token: 'null', Units: 'null', Receipt: 'null' } };
    expect(discoPart(await pay(order))).toEqual(nothing);
    expect(discoPart(await requery(order))).toEqual(nothing);
    const later = await requery(order);
    expect(discoPart(later)).toEqual({
      purchased_code: text(/^Token : \d{20}$/),
      fields: { Token: text(BARE), Units: '29.8', Receipt: 'null' },
    });
    expect(later.purchased_code).toBe(`Token : ${later.Token}`);
    expect(later.content.transactions.extras).toBe(later.purchased_code);
  });
});

describe('a postpaid meter that waits for a token', () => {
  it.each([...Object.keys(PREPAID), 'kano-electric'])('of %s finds none in its answers', async (serviceID) => {
    const order = power({ serviceID, variation_code: 'postpaid', billersCode: METER });
    const paid = await pay(order);
    const sample = {
      customerName: NAME,
      customerAddress: ADDRESS,
      meterNumber: null,
      utilityName: paid.content.transactions.product_name,
      exchangeReference: REFERENCE,
      balance: null,
    };
    const fields =
      serviceID === 'ibadan-electric' ? { Token: 'null', Units: 'null', ReceiptNumber: REFERENCE } : sample;
    expect(discoPart(paid)).toEqual({ purchased_code: '', fields });
    const looked = await requery(order);
    expect(discoPart(looked)).toEqual(discoPart(paid));
    expect(looked.content.transactions).toMatchObject({ status: 'delivered', extras: null });
  });

  it('finds none with outcome 13 either', async () => {
    const order = power({ variation_code: 'postpaid', billersCode: '08001300123' });
    expect((await pay(order)).code).toBe('000');
    for (let times = 0; times < 3; times += 1) expect((await requery(order)).purchased_code).toBe('');
  });
});

describe('a token for an order that is not delivered', () => {
  it.each([
    ['01', 0, '016'],
    ['02', 1, '000'],
    ['03', 2, '040'],
  ])('is not in the answers of outcome %s', async (number, requeries, code) => {
    const order = power({ billersCode: `0800${number}00123` });
    let answer = await pay(order);
    for (let times = 0; times < requeries; times += 1) answer = await requery(order);
    expect(answer.code).toBe(code);
    expect(discoPart(answer)).toEqual({ purchased_code: '', fields: {} });
  });

  it('comes when a pending order is settled', async () => {
    const order = power({ billersCode: '08000200123' });
    await pay(order);
    await requery(order);
    expect(await requery(order)).toMatchObject({
      code: '000',
      purchased_code: text(/^Token : \d{20}$/),
      units: '29.8 kWh',
    });
  });
});

describe('one token for two customers', () => {
  it('is never the token of another order', async () => {
    const [first, second] = [await pay(power()), await pay(power())];
    expect(first.purchased_code).not.toBe(second.purchased_code);
  });
});
