import { type ApiProcess, startWorld, type World } from '@topup/testkit';
import { cable } from '../journey/support/products';
import { first, newBuyer } from './buyer';
import { expectEnd, expectNotAccepted, sold, verifyAndStop } from './expect-end';

const CALLBACK_SECRET = 'a-secret-of-24-letters-or-more';
const settings = { SYNC_WAIT_MS: '20000', VTPASS_CALLBACK_SECRET: CALLBACK_SECRET };

describe('a provider that does not answer lookups stops clients forever', () => {
  let world: World;
  let api: ApiProcess;
  beforeAll(async () => {
    world = await startWorld({ throughProxies: true, settings });
    api = first(world.apis);
  });
  afterAll(() => verifyAndStop(world));

  const provider = () => world.link('api-provider');

  // One test, because a lookup is given up after 10 s. The held replies are released after the answers.
  // fault V4: on a requery
  test('lookups return 500 and write nothing, and a package list that was read before still sells', async () => {
    const known = await newBuyer(world, { product: cable });
    const unlisted = await newBuyer(world, { product: cable });
    await known.client().call('POST', '/v1/cabletv/variations', { product_type: 'dstv' });
    await forget('dstv');

    const questions = ['"billersCode":"1000000001"', '"billersCode":"1000000002"', 'serviceID=dstv', 'serviceID=gotv'];
    const holds = questions.map((question) => provider().holdReplyAfter(question));
    const client = unlisted.client();
    const lookups = [
      client.call('POST', '/v1/cabletv/verify', { product_type: 'gotv', smartcard_number: '1000000001' }),
      client.call('POST', '/v1/electricity/verify', {
        disco: 'eko-electric',
        meter_number: '1000000002',
        meter_type: 'prepaid',
      }),
      client.call('POST', '/v1/cabletv/variations', { product_type: 'gotv' }),
      client.call('POST', '/v1/cabletv/purchase', {
        ...cable.body(unlisted.recipient, 410),
        product_type: 'gotv',
        request_ref: unlisted.ref,
      }),
    ];
    const bought = known.buy();
    await Promise.all(holds.map(({ answered }) => answered));

    const answers = await Promise.all(lookups);
    for (const answer of answers) expect(answer).toMatchObject({ status: 500, body: { status: 'error' } });
    expect(answers.at(-1)?.body.message).toContain('Nothing was debited');
    await expectNotAccepted(world, unlisted);
    expect(await bought).toMatchObject({ status: 200, body: { status: 'successful' } });
    await expectEnd(world, known, sold());

    provider().release();
    expect(await unlisted.buy()).toMatchObject({ status: 200 }); // its reference was never used
  });

  /** Sends the provider's notice of a changed price list, so that the next purchase reads it again. */
  async function forget(serviceID: string): Promise<void> {
    const answer = await fetch(`${api.url}/callbacks/vtpass/${CALLBACK_SECRET}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'variations-update', serviceID }),
    });
    expect(await answer.json()).toEqual({ response: 'success' });
  }
});
