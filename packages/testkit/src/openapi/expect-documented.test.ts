import { faultBy } from './document';
import { expectDocumented } from './expect-documented';

const headers = {
  'content-type': 'application/json; charset=utf-8',
  'x-request-id': '0f8fad5b-d9cb-469f-a165-70867728950e',
  'x-mode': 'live',
  'ratelimit-policy': '"purchases";q=6000;w=60',
  ratelimit: '"purchases";r=5999;t=60',
};
const error = (code: string) => ({
  ...headers,
  'x-error-code': code,
  link: `</docs/errors#${code}>; rel="help"`,
});
const sold = {
  status: 'successful',
  status_code: 200,
  message: 'Airtime purchase successful.',
  reference: 'order-1',
  data: { amount: '100.00', network: 'mtn', phone: '08031234567' },
};
const refused = { status: 'error', message: 'The wallet balance is too low for this purchase.' };
const nothing = { status: 'error', message: 'There is nothing at this path.' };
const BUY = '/v1/airtime/purchase';

type Answer = [string, string, number, Record<string, unknown>, unknown];

describe('the service gives answers that docs/reference/openapi.json does not describe', () => {
  test.each<[string, Answer]>([
    ['a purchase', ['POST', BUY, 200, headers, sold]],
    ['a path with a query, in capitals, with a slash', ['post', '/V1/airtime/purchase/?x=1', 200, headers, sold]],
    ['an error', ['POST', BUY, 400, error('insufficient_balance'), refused]],
    [
      'another method',
      [
        'DELETE',
        BUY,
        405,
        { ...error('method_not_allowed'), allow: 'POST' },
        { status: 'error', message: 'This path does not accept that method.' },
      ],
    ],
    ['HEAD, which has no body', ['HEAD', '/v1/wallet/balance', 200, headers, {}]],
    ['an unknown path', ['GET', '/v1/nothing', 404, error('unknown_path'), nothing]],
  ])('%s passes', (_what, answer) => {
    expect(() => expectDocumented(...answer)).not.toThrow();
  });

  test.each<[string, Answer, string]>([
    ['a status of no operation', ['POST', BUY, 201, headers, sold], 'has no such status'],
    ['a status of another operation', ['POST', BUY, 404, headers, nothing], 'has no such status'],
    ['success of another method', ['GET', BUY, 200, headers, sold], 'has no such status'],
    ['405 to the documented method', ['POST', BUY, 405, { ...headers, allow: 'POST' }, nothing], 'has no such status'],
    ['a success at an unknown path', ['GET', '/v1/nothing', 200, headers, sold], 'has no such path'],
    ['no X-Request-Id', ['POST', BUY, 200, { 'content-type': 'application/json' }, sold], 'X-Request-Id is missing'],
    [
      'no Allow',
      ['DELETE', BUY, 405, headers, { status: 'error', message: 'This path does not accept that method.' }],
      'Allow is missing',
    ],
    ['no Retry-After', ['POST', BUY, 429, headers, refused], 'Retry-After is missing'],
    ['no X-Error-Code', ['POST', BUY, 400, headers, refused], 'X-Error-Code is missing'],
    ['the code of another error', ['POST', BUY, 400, error('body_not_json'), refused], 'no example'],
    ['no X-Error-Code at an unknown path', ['GET', '/v1/nothing', 404, headers, nothing], 'X-Error-Code'],
    [
      'a RateLimit of another form',
      ['POST', BUY, 200, { ...headers, ratelimit: 'limit=100, remaining=50, reset=50' }, sold],
      'RateLimit',
    ],
    [
      'a page instead of JSON',
      ['POST', BUY, 500, { ...headers, 'content-type': 'text/html' }, {}],
      'Content-Type is text/html',
    ],
    [
      'a status_code that is not the status',
      ['POST', BUY, 202, headers, { ...sold, status: 'pending' }],
      '/status_code',
    ],
    [
      'an amount with one decimal',
      ['POST', BUY, 200, headers, { ...sold, data: { ...sold.data, amount: '100.0' } }],
      '/data/amount',
    ],
    ['an undocumented key', ['POST', BUY, 200, headers, { ...sold, data: { ...sold.data, cost: '97.00' } }], '(cost)'],
    ['a missing key', ['POST', BUY, 200, headers, { ...sold, data: { amount: '100.00', network: 'mtn' } }], 'phone'],
    [
      'an error of another endpoint',
      [
        'POST',
        BUY,
        400,
        error('validation_failed'),
        { status: 'error', message: 'The amount is not the current price of this package.' },
      ],
      'no example',
    ],
    ['a 401 in the shape of the others', ['POST', BUY, 401, headers, refused], 'status'],
  ])('%s fails, and the fault is named', (_what, answer, fault) => {
    expect(() => expectDocumented(...answer)).toThrow(fault);
  });

  test('an electricity purchase has a token only where the schema allows it', () => {
    const data = {
      address: '',
      amount: '1000.00',
      customer_name: '',
      disco: 'eko-electric',
      meter_number: '12345',
      token: '',
      units: null,
    };
    const schema = (name: string) => ['components', 'schemas', name];
    expect(
      faultBy(schema('ElectricityData'), { ...data, token: '1'.repeat(20), units: '10', bonus_token: '2'.repeat(20) }),
    ).toBeNull();
    expect(faultBy(schema('UnsoldElectricityData'), data)).toBeNull();
    expect(faultBy(schema('ElectricityData'), { ...data, token: '1'.repeat(19) })).toContain('/token');
    expect(faultBy(schema('UnsoldElectricityData'), { ...data, token: '1'.repeat(20) })).toContain('/token');
  });
});
