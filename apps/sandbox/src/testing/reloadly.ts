import request from 'supertest';
import { RELOADLY_KEYS } from '../reloadly/deps';
import { newRequestId } from './vtpass';

type App = Parameters<typeof request>[0];

export const CLIENT = {
  client_id: RELOADLY_KEYS.RELOADLY_CLIENT_ID,
  client_secret: RELOADLY_KEYS.RELOADLY_CLIENT_SECRET,
  grant_type: 'client_credentials',
  audience: 'https://topups-sandbox.reloadly.com',
};

/** Reloadly's paths as functions that resolve with the answer. The token is asked for once. */
export function reloadlyOf(app: App) {
  let issued: Promise<string> | undefined;

  async function logIn(): Promise<string> {
    const { body } = await request(app).post('/reloadly/oauth/token').send(CLIENT);
    return `Bearer ${body.access_token}`;
  }
  function bearer(): Promise<string> {
    issued ??= logIn();
    return issued;
  }
  const get = async (path: string, query: Record<string, unknown> = {}) =>
    request(app)
      .get(`/reloadly${path}`)
      .set('authorization', await bearer())
      .query(query);
  const post = async (path: string, body: object) =>
    request(app)
      .post(`/reloadly${path}`)
      .set('authorization', await bearer())
      .send(body);

  return {
    get,
    post,
    bearer,
    topUp: (order: object) => post('/topups', order),
    topUpAsync: (order: object) => post('/topups-async', order),
    list: (query: Record<string, unknown> = {}) => get('/topups/reports/transactions', query),
    status: (transactionId: unknown) => get(`/topups/${transactionId}/status`),
    async balance(): Promise<number> {
      return (await get('/accounts/balance')).body.balance;
    },
  };
}

/** A valid top-up of ₦100 of MTN airtime, with `changes`. `phone` changes the recipient. */
export function topUpOf({ phone = '08031234567', ...changes }: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    operatorId: 341,
    amount: '100.00',
    useLocalAmount: true,
    customIdentifier: newRequestId(),
    recipientPhone: { countryCode: 'NG', number: phone },
    ...changes,
  };
}
