import request from 'supertest';
import { MONNIFY_KEYS } from '../monnify/deps';
import { newRequestId } from './vtpass';

type App = Parameters<typeof request>[0];

const { MONNIFY_API_KEY: apiKey, MONNIFY_SECRET_KEY: secretKey, MONNIFY_WALLET_ACCOUNT: walletAccount } = MONNIFY_KEYS;
export const BASIC = `Basic ${Buffer.from(`${apiKey}:${secretKey}`).toString('base64')}`;
export const WALLET = walletAccount;
const BILLS = '/monnify/api/v1/vas/bills-payment';

/** Monnify's paths as functions that resolve with the answer. The token is asked for once. */
export function monnifyOf(app: App) {
  let issued: Promise<string> | undefined;

  async function logIn(): Promise<string> {
    const { body } = await request(app).post('/monnify/api/v1/auth/login').set('authorization', BASIC);
    return `Bearer ${body.responseBody.accessToken}`;
  }
  function bearer(): Promise<string> {
    issued ??= logIn();
    return issued;
  }
  const get = async (path: string, query: Record<string, unknown> = {}) =>
    request(app)
      .get(`/monnify${path}`)
      .set('authorization', await bearer())
      .query(query);
  const post = async (path: string, body: object) =>
    request(app)
      .post(`${BILLS}${path}`)
      .set('authorization', await bearer())
      .send(body);

  const validate = (productCode: string, customerId: string) => post('/validate-customer', { productCode, customerId });
  return {
    get,
    logIn,
    bearer,
    validate,
    bills: (path: string, query: Record<string, unknown> = {}) => get(`/api/v1/vas/bills-payment${path}`, query),
    vend: (order: object) => post('/vend', order),
    /** Validates first, as a product that needs it must. */
    async vendPower(order: Record<string, unknown>) {
      const { body } = await validate(String(order.productCode), String(order.customerId));
      const { validationReference } = body.responseBody.vendInstruction;
      return post('/vend', { validationReference, ...order });
    },
    requery: (reference: unknown) => get('/api/v1/vas/bills-payment/requery', { reference }),
    statement: (query: Record<string, unknown> = {}) =>
      get(`/api/v1/disbursements/wallet/${WALLET}/statement`, { enableTimeFilter: true, pageSize: 100, ...query }),
    async balance(): Promise<number> {
      const { body } = await get('/api/v2/disbursements/wallet-balance', { accountNumber: WALLET });
      return body.responseBody.availableBalance;
    },
  };
}

/** A valid vend of ₦100 of MTN airtime, with `changes`. */
export function vendOf(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return { productCode: '10', customerId: '08031234567', amount: 100, reference: newRequestId(), ...changes };
}

/** A valid vend of ₦2,000 for a prepaid meter of Ikeja, without a validation, with `changes`. */
export function powerVend(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return vendOf({ productCode: 'product-ikedc-pre', customerId: '45012345678', amount: 2000, ...changes });
}
