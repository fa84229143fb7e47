import { SELF_SIGNED } from '@topup/testkit';
import { answer, deadlineIn, type StubProvider, startStub } from '../../test/stub-provider';
import { type ConnectionOptions, createConnections } from './connections';
import { exchangeOnce } from './exchange-once';

let stub: StubProvider;
afterEach(() => stub.close());

function asking(options: Partial<ConnectionOptions>) {
  const connections = createConnections({ idleMs: 1_000, ...options });
  return (origin = stub.origin) =>
    exchangeOnce({
      connections,
      method: 'GET',
      url: new URL(`${origin}/x`),
      headers: {},
      deadline: deadlineIn(5_000),
      maxBytes: 100_000,
      maxReads: 100,
    });
}

const answered = (reused: boolean) => ({ written: true, httpStatus: 200, fault: null, reused });

describe('a request half written on a connection that never came up would be sent again', () => {
  test('the next request has the same connection', async () => {
    stub = await startStub((_, socket) => answer(socket, 200, '{}'));
    const ask = asking({});
    expect(await ask()).toMatchObject(answered(false));
    expect(await ask()).toMatchObject(answered(true));
    expect(stub.connections).toHaveLength(1);
  });

  test('the same over TLS, whose certificate is checked', async () => {
    stub = await startStub((_, socket) => answer(socket, 200, '{}'), { tls: SELF_SIGNED });
    const checkServerIdentity = jest.fn(() => undefined);
    const ask = asking({ dial: { ca: SELF_SIGNED.cert, checkServerIdentity } });
    expect(await ask()).toMatchObject(answered(false));
    expect(await ask()).toMatchObject(answered(true));
    expect(checkServerIdentity).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['is not trusted', {}, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['is for another host', { ca: SELF_SIGNED.cert, servername: 'example.com' }, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ])('no request is written when the certificate %s', async (_, dial, code) => {
    stub = await startStub((_, socket) => answer(socket, 200, '{}'), { tls: SELF_SIGNED });
    expect(await asking({ dial })()).toMatchObject({ written: false, fault: { code } });
    expect(stub.requests).toEqual([]);
  });

  test('nor when the handshake does not end in time', async () => {
    stub = await startStub(() => {});
    const ask = asking({ connectTimeoutMs: 100 });
    const { written, fault } = await ask(stub.origin.replace('http:', 'https:'));
    expect({ written, fault }).toMatchObject({ written: false, fault: { code: 'ECONNECTTIMEOUT' } });
  });

  test.each<[string, Partial<ConnectionOptions>, readonly string[]]>([
    ['that is used once', { idleMs: 0 }, []],
    ['whose server announces its end', { idleMs: 60_000 }, ['Keep-Alive: timeout=0']],
  ])('a connection %s is not kept', async (_, options, headers) => {
    stub = await startStub((_, socket) => answer(socket, 200, '{}', headers));
    const ask = asking(options);
    expect(await ask()).toMatchObject(answered(false));
    expect(await ask()).toMatchObject(answered(false));
    expect(stub.connections).toHaveLength(2);
  });
});
