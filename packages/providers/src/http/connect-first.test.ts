import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { SELF_SIGNED } from '@topup/testkit';
import { answer, type StubProvider, startStub } from '../../test/stub-provider';
import { connectFirst } from './connect-first';

let stub: StubProvider;
afterEach(() => stub.close());

async function get(origin: string, agent: http.Agent): Promise<{ connectedAtSocket: boolean; reused: boolean }> {
  const request = (origin.startsWith('https') ? https : http).get(`${origin}/x`, { agent });
  let connectedAtSocket = false;
  request.once('socket', (socket) => {
    connectedAtSocket =
      !socket.connecting && !('encrypted' in socket && 'authorized' in socket && socket.authorized !== true);
  });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  response.resume();
  await once(response, 'end');
  await new Promise(setImmediate);
  return { connectedAtSocket, reused: request.reusedSocket };
}

describe('a request half written on a connection that never came up would be sent again', () => {
  test('a request gets its socket connected, and the next one gets the same socket', async () => {
    stub = await startStub((_, socket) => answer(socket, 200, '{}'));
    const agent = connectFirst(new http.Agent({ keepAlive: true }), 1_000);
    expect(await get(stub.origin, agent)).toEqual({ connectedAtSocket: true, reused: false });
    expect(await get(stub.origin, agent)).toEqual({ connectedAtSocket: true, reused: true });
    expect(stub.connections).toHaveLength(1);
    agent.destroy();
  });

  test('over TLS it gets the socket after the handshake, with the certificate checked', async () => {
    stub = await startStub((_, socket) => answer(socket, 200, '{}'), { tls: SELF_SIGNED });
    const agent = connectFirst(new https.Agent({ keepAlive: true, ca: SELF_SIGNED.cert }), 1_000);
    expect(await get(stub.origin, agent)).toEqual({ connectedAtSocket: true, reused: false });
    expect(await get(stub.origin, agent)).toEqual({ connectedAtSocket: true, reused: true });
    agent.destroy();
  });

  test.each([
    ['is not trusted', SELF_SIGNED, {}, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    [
      'is for another host',
      SELF_SIGNED,
      { ca: SELF_SIGNED.cert, servername: 'example.com' },
      'ERR_TLS_CERT_ALTNAME_INVALID',
    ],
  ])('no socket when the certificate %s', async (_, tls, agentOptions, code) => {
    stub = await startStub((_, socket) => answer(socket, 200, '{}'), { tls });
    await expect(get(stub.origin, connectFirst(new https.Agent(agentOptions), 1_000))).rejects.toMatchObject({ code });
    expect(stub.requests).toEqual([]);
  });

  test('no socket when the handshake does not end in time', async () => {
    stub = await startStub(() => {});
    const agent = connectFirst(new https.Agent(), 100);
    await expect(get(stub.origin.replace('http:', 'https:'), agent)).rejects.toMatchObject({ code: 'ECONNECTTIMEOUT' });
  });

  test('an idle socket that breaks serves no other request', async () => {
    stub = await startStub((_, socket) => answer(socket, 200, '{}'));
    const agent = connectFirst(new http.Agent({ keepAlive: true }), 1_000);
    await get(stub.origin, agent);
    const idle = Object.values(agent.freeSockets)[0]?.[0];
    const broken = new Promise((resolve) => idle?.once('close', resolve));
    stub.connections[0]?.resetAndDestroy();
    await broken;
    expect(await get(stub.origin, agent)).toMatchObject({ reused: false });
    agent.destroy();
  });
});
