import { eventually, startWorld, type World } from '@topup/testkit';
import { type Ops, operatorsOf } from './support/ops';

// Clients and the public see what is on sale: specification 4.13 and 4.18.

const PROVIDERS = ['vtpass', 'monnify', 'reloadly'];
type Listed = { product_type: string; service: string; state: string; since: string; message: string | null };

describe('clients sell on while a network is closed at every provider', () => {
  let world: World;
  let ops: Ops;
  /** By mode. */
  const keys: string[] = [];

  beforeAll(async () => {
    world = await startWorld({
      ...{ asGrantedRole: true, providers: PROVIDERS, mode: 'live', settings: { STATUS_PAGE: 'on' } },
    });
    ops = operatorsOf(world);
    await ops('catalogue', 'sync');
    const create = ['key', 'create', '--account', world.account.id, '--name', 'services', '--mode'];
    for (const mode of ['live', 'test']) keys.push((await ops<{ key: string }>(...create, mode)).key);
  });
  afterAll(() => world?.stop());

  const clients = () => keys.map((apiKey) => world.clientFor({ ...world.account, apiKey }));
  const page = async (name: string) => fetch(`${world.apis[0]?.url}/${name}`);
  const mtn = (listed: Listed[] = []) =>
    listed.find(({ product_type, service }) => product_type === 'AIRTIME' && service === 'mtn');

  /** Waits until every key and both pages show this state of airtime for MTN. */
  async function untilShown(state: string): Promise<void> {
    await eventually(
      async () => {
        const ofKeys = await Promise.all(clients().map((client) => client.call<Listed[]>('GET', '/v1/services')));
        const ofPage = (await (await page('status.json')).json()) as { data: Listed[] };
        return [...ofKeys.map(({ body }) => body.data), ofPage.data].map((data) => mtn(data)?.state);
      },
      (shown) => shown.every((each) => each === state),
      20_000,
    );
    const html = await (await page('status')).text();
    const [, row = ''] = /<tr><th scope="row">MTN<\/th><td>(.*?)<\/td>/.exec(html) ?? [];
    expect(row.replace(/<[^>]+>/g, '').toLowerCase()).toMatch(new RegExp(`^${state} since 2`));
  }
  /** A state holds for a minute after it began. */
  const aMinuteLater = () => world.sql(`UPDATE service_state SET since = since - interval '1 minute'`);

  test('specification 4.18: all that is sold is listed, available, and so it is on the page', async () => {
    await untilShown('available');
    // data follows the sync of the catalogue
    const [live, test] = await eventually(
      () => Promise.all(clients().map((client) => client.call<Listed[]>('GET', '/v1/services'))),
      (answers) => answers.every(({ body }) => body.data?.length === 24),
      20_000,
    );
    const listed = (live?.body.data ?? []).map(({ product_type }) => product_type);
    expect([...new Set(listed)]).toEqual(['AIRTIME', 'DATA', 'CABLE_TV', 'ELECTRICITY', 'EXAM_PIN']);
    expect(test?.body).toEqual(live?.body);
  });

  test('closed at every provider: unavailable within seconds for a live and a test key, and available again', async () => {
    await aMinuteLater();
    for (const provider of PROVIDERS)
      await ops('provider', 'close', '--provider', provider, '--service', 'mtn', '--reason', 'ticket 8');
    await untilShown('unavailable');
    expect(await (await page('status')).text()).not.toContain('ticket 8');

    await aMinuteLater();
    await ops('provider', 'open', '--provider', 'reloadly', '--service', 'mtn');
    await untilShown('available');
  });
});
