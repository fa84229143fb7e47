import { createAuthenticator } from '@topup/core/api-key';
import { newId, systemClock } from '@topup/core/shared';
import type { Delivery, DeliveryRow, KeyRow } from '@topup/dashboard-contract';
import request from 'supertest';
import { openDeveloperWorld } from '../../testing/developer-world';

const world = openDeveloperWorld();
/** The body of a test event. */
const TEST = { event: 'airtime.purchase.success' };

describe('an API key that somebody else can read or pile up', () => {
  test('a key is shown once, works at once, and is then named by its ends', async () => {
    const { accountId, owner, member } = await world.team();
    const { status, body } = await owner.post('/keys', { name: '  shop  ' });
    expect([status, body]).toEqual([
      201,
      { id: expect.any(String), name: 'shop', key: expect.stringMatching(/^tup_live_/) },
    ]);
    const authenticator = createAuthenticator({ db: world.db, clock: systemClock });
    expect(await authenticator.authenticate(`Bearer ${body.key}`)).toMatchObject({ accountId, keyId: body.id });

    authenticator.close();

    const list = await member.get('/keys');
    const display = `${body.key.slice(0, 13)}…${body.key.slice(-4)}`;
    expect(list.body).toMatchObject([
      { id: body.id, name: 'shop', display, createdAt: expect.any(String), revokedAt: null },
    ]);
    expect(list.text).not.toContain(body.key);

    // a fresh one, as a process that has not seen the key: none remembers it for longer than a second
    const revoked = await owner.post(`/keys/${body.id}/revoke`);
    expect([revoked.status, revoked.body.revokedAt]).toEqual([200, expect.any(String)]);
    await expect(
      createAuthenticator({ db: world.db, clock: systemClock }).authenticate(`Bearer ${body.key}`),
    ).rejects.toThrow();
    expect((await owner.post(`/keys/${body.id}/revoke`)).body).toMatchObject({ code: 'revoked_before' });
    expect((await owner.post('/keys/nonsense/revoke')).status).toBe(404);
  });

  test.each([[undefined], [''], ['   '], ['x'.repeat(61)], ['a\u0000b'], [7]])(
    'the name %j is refused at its field',
    async (name) => {
      const { owner } = await world.team();
      const answer = await owner.post('/keys', { name });
      expect([answer.status, answer.body]).toEqual([
        400,
        {
          status: 'error',
          code: 'validation_failed',
          message: expect.any(String),
          fields: { name: expect.stringContaining('Name') },
        },
      ]);
    },
  );

  test('at most 50 keys are active, even with concurrent requests; a revoked one makes room', async () => {
    const { accountId, owner } = await world.team();
    await world.db.$executeRaw`
      INSERT INTO api_key (id, account_id, name, display, digest, secret_encrypted, key_version)
      SELECT gen_random_uuid(), ${accountId}::uuid, 'key ' || n, 'test', sha256((${accountId} || n)::bytea), 'test', 1 FROM generate_series(1, 47) n`;
    const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => owner.post('/keys', { name: `key ${n}` })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(answers.find(({ status }) => status !== 201)?.body).toMatchObject({ code: 'too_many_keys' });
    const { body } = await owner.get('/keys');
    await owner.post(`/keys/${body[0].id}/revoke`);
    expect((await owner.post('/keys', { name: 'one more' })).status).toBe(201);
  });
});

describe('a webhook URL that cannot work', () => {
  test('a URL is set, shown and removed, with whether events can be signed', async () => {
    const { owner, member } = await world.team();
    const rules = { eventsKeptDays: 90, allows: { http: true, privateAddresses: false } };
    expect((await member.get('/webhook')).body).toEqual({ url: null, signedWith: null, ...rules });
    const url = 'https://client.example/events?a=1';
    expect((await owner.post('/webhook', { url: ` ${url} ` })).body).toEqual({ url, signedWith: null, ...rules });
    await owner.post('/keys', { name: 'first' });
    const signedWith = { name: 'first', display: expect.any(String), createdAt: expect.any(String) };
    expect((await member.get('/webhook')).body).toEqual({ url, signedWith, ...rules });
    expect((await owner.post('/webhook/remove')).body).toEqual({ url: null, signedWith, ...rules });
  });

  test.each([
    ['a private address', 'http://127.0.0.1/x', 'The URL must be publicly reachable, not a private or local address.'],
    ['another protocol', 'ftp://client.example/', 'The URL must be an absolute http or https URL.'],
    ['a mail server', 'https://client.example:25/', 'The URL must have the port 443, 80, or one above 1023.'],
    ['a password', 'https://a:b@client.example/', 'The URL must not carry a user name or password.'],
    ['an endless path', `https://client.example/${'x'.repeat(2_048)}`, 'The URL must be at most 2048 characters.'],
    ['a line break', 'https://client.example/\nx', 'The URL must not contain control characters.'],
    ['a NUL', 'https://client.example/\u0000', 'The URL must not contain control characters.'],
    ['nothing', '', 'The URL is not allowed to be empty'],
  ])(
    'the service could be made to call %s: refused at its field, as the public API refuses it',
    async (_, url, fault) => {
      const { owner } = await world.team();
      const { status, body } = await owner.post('/webhook', { url });
      expect([status, body.code, body.fields.url.replace('2,048', '2048')]).toEqual([400, 'validation_failed', fault]);
      expect((await owner.get('/webhook')).body.url).toBeNull();
    },
  );

  test('a test event is enqueued, one at a time, and only when it could arrive', async () => {
    const { owner, member } = await world.team();
    expect((await member.post('/webhook/test', TEST)).body).toMatchObject({ code: 'no_webhook' });
    await owner.post('/webhook', { url: 'https://client.example/events' });
    expect((await member.post('/webhook/test', TEST)).body).toMatchObject({ code: 'no_key' });
    await owner.post('/keys', { name: 'first' });

    const { status, body } = await member.post('/webhook/test', { event: 'data.purchase.failed' });
    expect([status, world.enqueued.at(-1)]).toEqual([202, body.id]);
    expect((await member.post('/webhook/test', { event: 'webhook.test' })).body).toMatchObject({
      fields: { event: expect.stringContaining('must be one of') },
    });
    expect((await member.post('/webhook/test', TEST)).body).toMatchObject({ code: 'under_way' });
    expect((await member.get(`/deliveries/${body.id}`)).body).toMatchObject({
      event: 'data.purchase.failed',
      state: 'queued',
      sentAt: null,
      isTest: true,
      request: { headers: { 'X-Webhook-Test': 'true' } },
    });
    expect(await world.deliver(body.id)).toEqual([
      expect.objectContaining({ event: 'data.purchase.failed', reference: `test-${body.id}` }),
    ]);
    for (const search of ['', `test-${body.id}`])
      expect((await member.get(`/deliveries?search=${search}`)).body.rows).toMatchObject([
        { id: body.id, reference: `test-${body.id}` },
      ]);
  });
});

describe('a delivery whose fault cannot be found', () => {
  test('the request is shown as it was sent, except its hash, with the answer', async () => {
    const { member, posted, delivery, reference } = await world.listened();
    const { body }: { body: Delivery } = await member.get(`/deliveries/${delivery.id}`);
    expect(body).toEqual({
      id: delivery.id,
      event: 'airtime.purchase.failed',
      status: 'failed',
      state: 'undelivered',
      reference,
      url: 'https://client.example/events',
      httpStatus: 500,
      durationMs: 5,
      error: 'the receiver answered 500',
      createdAt: expect.any(String),
      sentAt: `${posted.timestamp.slice(0, 23)}Z`,
      resentFrom: null,
      isTest: false,
      request: {
        headers: expect.objectContaining({ 'X-Webhook-Id': delivery.id, 'Content-Type': 'application/json' }),
        body: { ...posted, hash: '••••••••' },
      },
      signedWith: { key: { name: 'first', display: expect.stringMatching(/^tup_live_/) }, secrets: [] },
      response: '<h1>oops</h1>',
    });
    expect((await member.get('/deliveries/nonsense')).status).toBe(404);
  });

  test('a resend is a new delivery, enqueued, and refused while one is under way', async () => {
    const { member, delivery, posted } = await world.listened();
    const { status, body } = await member.post(`/deliveries/${delivery.id}/resend`);
    expect([status, world.enqueued.at(-1)]).toEqual([202, body.id]);
    expect((await member.post(`/deliveries/${delivery.id}/resend`)).body).toMatchObject({
      status: 'error',
      code: 'under_way',
    });
    expect((await member.post(`/deliveries/${body.id}/resend`)).body).toMatchObject({ code: 'not_finished' });
    const [again] = await world.deliver(body.id);
    expect({ ...again, timestamp: '' }).toEqual({ ...posted, timestamp: '' });
    expect((await member.get(`/deliveries/${body.id}`)).body).toMatchObject({
      resentFrom: delivery.id,
      request: { headers: { 'X-Webhook-Id': delivery.id } },
    });
    expect(await world.db.webhookEvent.findUnique({ where: { id: body.id } })).toMatchObject({
      askedBy: member.userId,
    });
  });

  test('paging skips and repeats nothing, filters and search work, and nonsense is refused', async () => {
    const { accountId, member, delivery, reference } = await world.listened();
    await world.sold(accountId);
    const { body: test } = await member.post('/webhook/test', TEST);
    const all: DeliveryRow[] = (await member.get('/deliveries')).body.rows;
    expect(all.map(({ event }) => event)).toEqual([
      'airtime.purchase.success',
      'airtime.purchase.failed',
      'airtime.purchase.failed',
    ]);

    const paged: DeliveryRow[] = [];
    for (let next: string | null = ''; next !== null; ) {
      const { body } = await member.get(`/deliveries?limit=1&cursor=${next}`);
      paged.push(...body.rows);
      next = body.next;
    }
    expect(paged).toEqual(all);
    const found = async (query: string) =>
      (await member.get(`/deliveries?${query}`)).body.rows.map(({ id }: DeliveryRow) => id);
    expect(await found('state=queued')).toEqual([test.id]);
    expect(await found('event=airtime.purchase.success&state=delivered')).toEqual([]);
    expect(await found(`search=${reference}`)).toEqual([delivery.id]);
    expect(await found(`search=${reference}&state=delivered`)).toEqual([]);
    expect(await found('search=nobody')).toEqual([]);
    for (const query of ['state=else', 'limit=0', 'limit=101', 'cursor=x', `cursor=${newId()}`]) {
      const answer = await member.get(`/deliveries?${query}`);
      expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [query.split('=')[0]]]);
    }
  });
});

describe('one account that reads or changes another', () => {
  test('nothing of another account is listed, found, revoked or sent', async () => {
    const one = await world.listened();
    const other = await world.listened();
    await other.owner.post(`/keys/${other.key.id}/revoke`);
    await other.owner.post('/keys', { name: 'own' });

    const { owner } = other;
    expect((await owner.get('/keys')).body.map(({ name }: KeyRow) => name)).toEqual(['first', 'own']);
    expect((await owner.post(`/keys/${one.key.id}/revoke`)).body).toMatchObject({ code: 'not_found' });
    expect((await one.owner.get('/keys')).body[0].revokedAt).toBeNull();
    expect((await owner.get('/deliveries')).body.rows.map(({ id }: DeliveryRow) => id)).toEqual([other.delivery.id]);
    expect((await owner.get(`/deliveries?search=${one.reference}`)).body.rows).toEqual([]);
    expect((await owner.get(`/deliveries?cursor=${one.delivery.id}`)).status).toBe(400);
    const [theirs, nobodys] = [
      await owner.get(`/deliveries/${one.delivery.id}`),
      await owner.get(`/deliveries/${newId()}`),
    ];
    expect([theirs.status, theirs.text]).toEqual([404, nobodys.text]);
    expect((await owner.post(`/deliveries/${one.delivery.id}/resend`)).status).toBe(404);
    await owner.post('/webhook', { url: 'https://other.example/' });
    await owner.post('/webhook/test', TEST);
    expect((await one.owner.get('/webhook')).body.url).toBe('https://client.example/events');
    expect((await one.owner.get('/deliveries')).body.rows).toHaveLength(1);
  });

  const nobodys = '01890a5d-ac96-774b-bcce-b302099a8057';
  const routes: ['get' | 'post', string, ownersOnly: boolean][] = [
    ['get', '/keys', false],
    ['post', '/keys', true],
    ['post', `/keys/${nobodys}/revoke`, true],
    ['get', '/webhook', false],
    ['post', '/webhook', true],
    ['post', '/webhook/remove', true],
    ['post', '/webhook/test', false],
    ['get', '/webhook/state', false],
    ['get', '/webhook/resends/matching?since=2026-11-01', false],
    ['get', '/webhook/resends/newest', false],
    ['post', '/webhook/resends', false],
    ['post', `/webhook/resends/${nobodys}/cancel`, false],
    ['get', '/webhook/secrets', false],
    ['post', '/webhook/secrets', true],
    ['post', '/webhook/secrets/rotate', true],
    ['post', '/webhook/secrets/revoke', true],
    ['get', '/deliveries', false],
    ['get', `/deliveries/${nobodys}`, false],
    ['post', `/deliveries/${nobodys}/resend`, false],
  ];
  test.each(routes)(
    '%s %s is for users of an account, and for owners only where it changes a setting',
    async (method, path, ownersOnly) => {
      const { accountId, member } = await world.team();
      expect((await request(world.app)[method](`/api${path}`)).status).toBe(401);
      expect((await (await world.user(null, 'operator'))[method](path)).status).toBe(403);
      const answer = await member[method](path);
      if (ownersOnly) expect(answer.body).toMatchObject({ code: 'not_an_owner' });
      else expect(answer.body.code).not.toBe('not_an_owner');
      expect(await world.db.apiKey.count({ where: { accountId } })).toBe(0);
    },
  );
});

test('only the answer that creates a key holds it, and no answer holds a hash', async () => {
  const { key, posted, member, delivery } = await world.listened();
  await member.get(`/deliveries/${delivery.id}`);
  await member.get('/keys');
  const { secretEncrypted, digest } = await world.db.apiKey.findUniqueOrThrow({ where: { id: key.id } });
  expect(world.answers.filter((text) => text.includes(key.key))).toHaveLength(1);
  for (const secret of [
    posted.hash,
    Buffer.from(digest).toString('hex'),
    Buffer.from(secretEncrypted).toString('base64'),
  ])
    expect(world.answers.some((text) => text.includes(secret))).toBe(false);
});
