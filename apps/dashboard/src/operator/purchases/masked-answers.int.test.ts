import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProviderOrder } from '@topup/core/provider';
import { createVtpass } from '@topup/providers';
import { METER, openOperatorWorld, PHONE } from '../../testing/operator-world';

const TOKEN = '8192 7304 6152 7384 9506';
const NAME = 'ADA OBI';
const SECRETS = new RegExp([TOKEN, TOKEN.replaceAll(' ', ''), NAME, METER, PHONE, PHONE.slice(1)].join('|'));

const { world, get } = openOperatorWorld();

/** Returns the answers that VTpass's adapter makes of these bodies. The second body is that of a requery. */
async function answersOf(...bodies: object[]) {
  const server = createServer((_, response) => response.end(JSON.stringify(bodies.shift())));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const keys = { apiKey: 'key', publicKey: 'public', secretKey: 'secret' };
  const vtpass = createVtpass({ baseUrl: `http://127.0.0.1:${port}`, ...keys });
  const order: ProviderOrder = {
    provider: 'vtpass',
    accountId: 'a',
    providerRef: 'r',
    productType: 'ELECTRICITY',
    recipient: METER,
    serviceId: 'ikeja-electric',
    variationCode: 'prepaid',
    subscriptionType: null,
    contactPhone: PHONE,
    amountKobo: 10_000n,
  };
  const sent = await vtpass.send(order, { remainingMs: () => 5_000 });
  const requeried = await vtpass.requery(order);
  server.close();
  return { sent, requeried };
}

describe('a token or a number of a customer in a provider’s answer would be kept, and shown to operators', () => {
  test('neither reaches a column or the page; its codes and words do, for the send and the requery', async () => {
    const about = { unique_element: METER, phone: PHONE, customer_name: NAME, status: 'pending' };
    const body = { code: '099', response_description: `FOR ${PHONE}: ${TOKEN}`, content: { transactions: about } };
    const planted = { ...body, token: TOKEN, customerName: NAME, meter: METER };
    const { sent, requeried } = await answersOf(planted, { ...planted, code: '000' });
    const { id } = await world().account();
    const reference = await world().buy(id, 'ELECTRICITY');
    await world().send(reference, sent);

    const { providerEvidence } = await world().stored(reference);
    const { body: shown } = await get(`/purchases/${reference}`).expect(200);
    expect(shown.attempts[0].answers).toEqual([
      { to: 'send', text: 'HTTP 200, code: 099, response_description: FOR …0001: …9506, status: pending' },
    ]);
    expect(JSON.stringify([providerEvidence, shown.attempts, shown.timeline, shown.result])).not.toMatch(SECRETS);
    expect(requeried).toMatchObject({ answer: expect.stringMatching(/^HTTP 200, code: 000, .*status: pending$/) });
  });
});
