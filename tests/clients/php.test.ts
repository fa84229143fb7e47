import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describeIf, openApiDocument } from '@topup/testkit';
import { errorCodes } from '../../packages/client/src/generated/errors';
import { ROOT, read } from '../pages';
import { type Driver, startProcess } from './drivers';
import { hasPhp, NO_PHP, runPhp } from './php';

const FOLDER = 'clients/php';

/** Runs PHP code that has loaded the client. @returns the JSON that it prints */
async function evaluate(expression: string): Promise<unknown> {
  const code = `require '${FOLDER}/autoload.php'; echo json_encode(${expression});`;
  const { status, stdout, stderr } = await runPhp(['-d', 'display_errors=stderr', '-r', code]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout);
}

const phpFiles = readdirSync(path.join(ROOT, FOLDER), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.php'))
  .map((name) => path.posix.join(FOLDER, name))
  .sort();

describeIf(hasPhp, 'the PHP client does not load, or knows another API', NO_PHP, () => {
  test('there are files of PHP', () => {
    expect(phpFiles.length).toBeGreaterThan(20);
    expect(phpFiles).toContain('clients/php/examples/laravel.php');
  });

  test.each(phpFiles)('%s is PHP, with strict types', async (file) => {
    expect(await runPhp(['-l', file])).toMatchObject({ status: 0 });
    expect(read(file)).toMatch(/^<\?php\n\ndeclare\(strict_types=1\);\n/);
  });

  test('its endpoints are those of the API', async () => {
    const documented = Object.entries(openApiDocument().paths).flatMap(([place, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${place}`),
    );
    const known = Object.values((await evaluate('TopUp\\Internal\\Operations::ENDPOINTS')) as Record<string, string[]>);
    const streams = ['GET /v1/test/events'];
    expect(known.map((each) => each.join(' ')).sort()).toEqual(
      documented.filter((each) => !streams.includes(each)).sort(),
    );
  });

  test('its error codes are those of the catalogue, and it may repeat the same ones', async () => {
    const catalogue = Object.entries(errorCodes).map(([code, { retryable }]) => [code, retryable]);
    expect(await evaluate('TopUp\\Internal\\Operations::RETRYABLE')).toEqual(Object.fromEntries(catalogue));
  });

  test.each([
    ["new TopUp\\TopUp('topup.example.com', 'key')", 'baseUrl'],
    ["new TopUp\\TopUp('https://topup.example.com', '')", 'apiKey'],
    ["(new TopUp\\TopUp('https://topup.example.com', 'key'))->buyAirtime([])", 'request_ref'],
    ['new TopUp\\PerCall(waitSeconds: 16)', 'waitSeconds'],
    ['new TopUp\\PerCall(respondAsync: true, waitSeconds: 1)', 'respondAsync'],
  ])('%s is refused before anything is sent, and the message names %s', async (call, named) => {
    const caught = `(function () { try { ${call}; } catch (InvalidArgumentException $e) { return $e->getMessage(); } })()`;
    expect(await evaluate(caught)).toContain(named);
  });

  test('a dump of the client does not show its key', async () => {
    expect(await evaluate("print_r(new TopUp\\TopUp('https://topup.example.com', 'secret-key'), true)")).not.toContain(
      'secret-key',
    );
  });
});

describeIf(hasPhp, 'a receiver in PHP accepts a forged event, or rejects a genuine one', NO_PHP, () => {
  let driver: Driver;
  beforeAll(() => {
    driver = startProcess('php', `${FOLDER}/tests/driver.php`);
  });
  afterAll(() => driver?.stop());

  const judge = async (method: string, ...args: unknown[]) =>
    (await driver.drive({ baseUrl: 'http://127.0.0.1', apiKey: 'none', call: { method, args } })).resolves;

  type HashVector = { name: string; keys: string[]; body: unknown; valid: boolean };
  const hashes: HashVector[] = JSON.parse(read('clients/vectors/webhook-vectors.json'));

  test.each(hashes)('hash: $name', async ({ body, keys, valid }) => {
    expect(await judge('verifyHash', body, keys)).toBe(valid);
  });

  type Headers = Record<string, string>;
  type SignatureVector = {
    name: string;
    headers: Headers;
    body: string;
    secret: string;
    now: number;
    valid: boolean;
  };
  const signatures: SignatureVector[] = JSON.parse(read('clients/vectors/signature-vectors.json'));
  const ofServer = (headers: Headers) =>
    Object.entries(headers).map(([name, value]) => [`HTTP_${name.toUpperCase().replaceAll('-', '_')}`, value]);

  test.each(signatures)('signature: $name', async ({ headers, body, secret, now, valid }) => {
    const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]));
    for (const form of [headers, Object.fromEntries(ofServer(headers)), lists])
      expect(await judge('verifySignature', body, form, secret, 300, now)).toBe(valid);
    expect(await judge('verifySignature', body, headers, ['whsec_x', secret], 300, now)).toBe(valid);
  });

  test('of two values of a header none counts', async () => {
    const [{ headers, body, secret, now } = signatures[0] as SignatureVector] = signatures;
    expect(await judge('verifySignature', body, headers, secret, 300, now)).toBe(true);
    const twice = { ...headers, 'Webhook-Id': headers['webhook-id'] };
    expect(await judge('verifySignature', body, twice, secret, 300, now)).toBe(false);
  });

  const [{ headers, body, secret, now } = signatures[0] as SignatureVector] = signatures;
  const phpText = (value: string) => `'${value.replace(/[\\']/g, '\\$&')}'`;
  const phpArray = (value: Headers) =>
    `[${Object.entries(value).map(([name, text]) => `${phpText(name)} => ${phpText(text)}`)}]`;
  const verify = (options: string) =>
    evaluate(
      `(function () { try { return TopUp\\Webhook::verify(${phpText(body)}, ${phpArray(headers)}, ${options}); }
        catch (InvalidArgumentException $e) { return $e->getMessage(); } })()`,
    );
  const KEY = phpText('tup_live_vector-key-one');

  test.each([
    [`['secret' => ${phpText(secret)}, 'now' => ${now}]`],
    [`['apiKey' => ${KEY}]`],
    [`['secret' => [false, ${phpText(secret)}], 'apiKey' => ['old', ${KEY}], 'now' => ${now}]`],
  ])('verify returns the event with %s', async (options) => {
    expect(await verify(options)).toMatchObject({ event: 'airtime.purchase.success', reference: 'order-1' });
  });

  test.each([
    [`['secret' => ${phpText(secret)}]`],
    [`['secret' => ${phpText(secret)}, 'apiKey' => 'other', 'now' => ${now}]`],
    [`['apiKey' => 'other']`],
  ])('verify returns null with %s', async (options) => {
    expect(await verify(options)).toBeNull();
  });

  test.each([
    ['[]', 'needs'],
    ["['secret' => null, 'apiKey' => 'key']", '`secret`'],
    ["['secret' => false]", '`secret`'],
    ["['apiKey' => [' ']]", '`apiKey`'],
    [`['secret' => ${phpText(secret.slice(0, -3))}]`, 'cut'],
    ["['apikey' => 'key']", '`apikey`'],
  ])('verify throws with %s, because less would be checked than you asked for', async (options, named) => {
    expect(await verify(options)).toContain(named);
  });
});
