// A shop that sells every product through VTpass's API and through this one, from the same order.
//
//   npm start                                                 in a clone, in another terminal
//   TOPUP_TEST_KEY=tup_test_… node shop.mjs                   buys each product on both sides
//   TOPUP_TEST_KEY=tup_test_… node shop.mjs 08000100000       for this test number, which fails
//
// Other addresses and keys: TOPUP_URL, VTPASS_URL, VTPASS_API_KEY and VTPASS_SECRET_KEY.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

const { env } = process;
const VTPASS = {
  url: env.VTPASS_URL ?? 'http://127.0.0.1:3003/api',
  headers: { 'api-key': env.VTPASS_API_KEY ?? 'sandbox-api-key', 'secret-key': env.VTPASS_SECRET_KEY ?? 'SK_sandbox' },
};
const HERE = {
  url: env.TOPUP_URL ?? 'http://127.0.0.1:3000',
  headers: { Authorization: `Bearer ${env.TOPUP_TEST_KEY}` },
};

const SOLD = 'sold';
const NOT_SOLD = 'not sold';
/** Perhaps sold. Until you know, do not sell again with another reference, and give no money back. */
const ASK_LATER = 'ask later';

/** What the customers of the shop order. `number` is the phone, smartcard or meter; `phone` that of the customer. */
const ORDERS = [
  { product: 'airtime', service: 'mtn', number: '08011111111', naira: 200 },
  { product: 'data', service: 'mtn', number: '08011111111', item: 'mtn-10mb-100' },
  { product: 'cable', service: 'gotv', number: '1212121212', item: 'gotv-max', naira: 3600 },
  { product: 'electricity', service: 'ikeja-electric', number: '1111111111111', item: 'prepaid', naira: 2000 },
].map((order) => ({ ...order, phone: '08031234567' }));

/** The fields of each product, VTpass's and ours. */
const PRODUCTS = {
  airtime: {
    vtpass: ({ service, number, naira }) => ({ serviceID: service, phone: number, amount: naira }),
    path: '/v1/airtime/purchase',
    here: ({ service, number, naira }) => ({ network: service, phone: number, amount: naira }),
  },
  data: {
    vtpass: ({ service, number, item, phone }) => ({
      serviceID: `${service}-data`,
      billersCode: number,
      variation_code: item,
      phone,
    }),
    path: '/v1/data/purchase',
    here: ({ number, item }) => ({ phone: number, plan_id: item }),
  },
  cable: {
    vtpass: ({ service, number, item, naira, phone }) => ({
      serviceID: service,
      billersCode: number,
      variation_code: item,
      amount: naira,
      phone,
      subscription_type: 'change',
    }),
    path: '/v1/cabletv/purchase',
    here: ({ service, number, item, naira, phone }) => ({
      product_type: service,
      smartcard_number: number,
      package_code: item,
      amount: naira,
      phone,
      subscription_type: 'change',
    }),
  },
  electricity: {
    vtpass: ({ service, number, item, naira, phone }) => ({
      serviceID: service,
      billersCode: number,
      variation_code: item,
      amount: naira,
      phone,
    }),
    path: '/v1/electricity/purchase',
    here: ({ service, number, item, naira, phone }) => ({
      disco: service,
      meter_number: number,
      meter_type: item,
      amount: naira,
      phone,
    }),
  },
};

async function buyByVtpass(order) {
  const fields = { request_id: vtpassId(order), ...PRODUCTS[order.product].vtpass(order) };
  const answer = await post(VTPASS, '/pay', fields);
  return REFUSED_BY_VTPASS.includes(answer.body?.code) ? NOT_SOLD : readVtpass(order, answer);
}

async function buyHere(order) {
  const fields = { request_ref: order.reference, ...PRODUCTS[order.product].here(order) };
  const answer = await post(HERE, PRODUCTS[order.product].path, fields);
  return isRefusedHere(answer) ? NOT_SOLD : readHere(answer);
}

const askVtpass = async (order) => readVtpass(order, await post(VTPASS, '/requery', { request_id: vtpassId(order) }));
const askHere = async (order) => readHere(await post(HERE, '/v1/transaction/status', { request_ref: order.reference }));

/** VTpass wants the time of the order in Lagos first. */
function vtpassId({ reference, at }) {
  const lagos = new Date(at.getTime() + 3_600_000).toISOString();
  return lagos.replace(/\D/g, '').slice(0, 12) + reference.replaceAll('-', '');
}

/** Not 014: an earlier request with this id may be sold. Not 019: an earlier order for the same number may be. */
const REFUSED_BY_VTPASS = [
  ...['010', '011', '012', '013', '017', '018', '021', '022', '023', '024', '027', '028'],
  ...['031', '032', '034', '035', '085', '087', '091'],
];

/** 000 alone is no success. 015 of a requery is no failure: the order may still be on its way. */
function readVtpass({ item }, { body }) {
  const status = body?.content?.transactions?.status;
  if (body?.code === '016' || body?.code === '040') return NOT_SOLD;
  if (body?.code !== '000' || status !== 'delivered') return ASK_LATER;
  return item === 'prepaid' && !/\d(?:[ -]?\d){19}/.test(vtpassToken(body)) ? ASK_LATER : SOLD;
}

/** Each disco has a field of its own. */
const vtpassToken = ({ mainToken, token, Token, purchased_code }) =>
  [mainToken, token, Token, purchased_code].join('|');

/** Of errors 500, these alone say that nothing was sold. */
const NOTHING_SOLD = ['internal', 'provider_unavailable', 'provider_unreachable', 'unavailable'];

/** Without a code a proxy answered. A used reference may be sold. */
function isRefusedHere({ status, code }) {
  if (!code || code === 'duplicate_reference' || status === 424) return false;
  return status < 500 || NOTHING_SOLD.includes(code);
}

/** The HTTP status is the outcome. After `refunded_by_operator`, ask the operator: your customer may be served. */
function readHere({ status, code }) {
  if (status === 200) return SOLD;
  return status === 424 && code && code !== 'refunded_by_operator' ? NOT_SOLD : ASK_LATER;
}

/** Resolves with nothing after a timeout, a broken connection, a 5xx of VTpass or a body that is no JSON. */
async function post(side, path, fields) {
  try {
    const response = await fetch(side.url + path, {
      method: 'POST',
      headers: { ...side.headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(fields),
      redirect: 'manual',
      signal: AbortSignal.timeout(60_000),
    });
    const body = await response.json();
    if (side === VTPASS && response.status >= 500) return {};
    return { status: response.status, code: response.headers.get('X-Error-Code'), body };
  } catch {
    return {};
  }
}

/** Buys once, and then asks by the reference, at most three times. A real shop goes on asking. */
async function sell(order, buy, ask) {
  const outcomes = [await buy(order)];
  while (outcomes.at(-1) === ASK_LATER && outcomes.length < 4) {
    await wait(2_000);
    outcomes.push(await ask(order));
  }
  return outcomes.join(', ');
}

const [number] = process.argv.slice(2);
const lines = await Promise.all(
  ORDERS.map(async (ordered) => {
    // a real shop writes the order with its reference into its database before it sends anything
    const order = { ...ordered, ...(number && { number }), reference: randomUUID(), at: new Date() };
    const sides = await Promise.all([sell(order, buyByVtpass, askVtpass), sell(order, buyHere, askHere)]);
    return `${order.product}: VTpass ${sides[0]}; here ${sides[1]}`;
  }),
);
console.log(lines.join('\n'));
