import { execFileSync } from 'node:child_process';
import { placeholdersIn, toCurl } from './curl';

const AT = { api: 'http://127.0.0.1:3000', fresh: 'order-new' };
const purchase = {
  method: 'POST',
  path: '/v1/airtime/purchase',
  request: { network: 'mtn', phone: '0803*****67', amount: 100, request_ref: 'order-1' },
  reference: 'order-1',
};

/** The arguments that a shell gives to curl. */
function argumentsOf(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const env = { TOPUP_API_KEY: 'tup_test_key' };
  return execFileSync('sh', ['-c', script], { env, encoding: 'utf8' }).split('\0').slice(0, -1);
}

describe('a request that is copied from the log sells twice, or does something else', () => {
  test('a purchase has a new reference, and a placeholder for each masked value', () => {
    const curl = toCurl(purchase, AT);
    expect(curl).toBe(`curl -s -X POST http://127.0.0.1:3000/v1/airtime/purchase \\
  -H "Authorization: Bearer $TOPUP_API_KEY" \\
  -H 'Content-Type: application/json' \\
  --data-raw '{"network":"mtn","phone":"<PHONE>","amount":100,"request_ref":"order-new"}'`);
    expect(placeholdersIn(curl)).toEqual(['<PHONE>']);
  });

  test('a status query asks for the same reference, which the log may have masked in the body', () => {
    const request = { request_ref: '2026*******01' };
    const curl = toCurl({ method: 'POST', path: '/v1/transaction/status', request, reference: '2026112300001' }, AT);
    expect(argumentsOf(curl).at(-1)).toBe('{"request_ref":"2026112300001"}');
    expect(placeholdersIn(curl)).toEqual([]);
  });

  test.each([
    ['a webhook URL', { webhook_url: 'https://client.example/…' }, ['<WEBHOOK_URL>']],
    ['nothing masked', { webhook_url: null }, []],
  ])('%s', (_, request, placeholders) => {
    const curl = toCurl({ method: 'POST', path: '/v1/webhook/set', request, reference: null }, AT);
    expect(placeholdersIn(curl)).toEqual(placeholders);
  });

  test('the query of a GET is encoded by curl', () => {
    const request = { status: 'success', search: '0803*****67', cursor: 'a&b=c' };
    const curl = toCurl({ method: 'GET', path: '/v1/transactions', request, reference: null }, AT);
    expect(argumentsOf(curl).slice(-7)).toEqual([
      '-G',
      ...['--data-urlencode', 'status=success', '--data-urlencode', 'search=<SEARCH>'],
      ...['--data-urlencode', 'cursor=a&b=c'],
    ]);
  });

  test('a request without a body has none, and one that was not kept is read from a file', () => {
    const get = { method: 'GET', path: '/v1/wallet/balance', request: null, reference: null };
    expect(argumentsOf(toCurl(get, AT)).at(-1)).toBe('Authorization: Bearer tup_test_key');
    for (const request of [{ truncated: 9000 }, { bytes: 12 }])
      expect(argumentsOf(toCurl({ ...purchase, request }, AT)).at(-1)).toBe('@body.json');
  });

  test.each(["it's", '$(touch /tmp/x)', '`id`', '"; id; "', '\\', 'a\nb', '-d @/etc/passwd'])(
    'what a program has sent never becomes a part of the command: %j',
    (text) => {
      const curl = toCurl({ ...purchase, path: `/v1/${text}`, request: { network: text, request_ref: text } }, AT);
      const given = argumentsOf(curl);
      expect(given[3]).toBe(`${AT.api}/v1/${text}`);
      expect(JSON.parse(given.at(-1) ?? '')).toMatchObject({ network: text });
      expect(given).toHaveLength(10);
    },
  );
});
