import { readTwin } from '@topup/core/account';
import { newId } from '@topup/core/shared';
import { removeFromTeam } from '@topup/core/user';
import { giveMoney } from '@topup/testkit';
import { buyingWorld, csv, line } from '../../testing/buying-world';

const { db, person, sell, upload } = buyingWorld();
const PHONE = '08031234567';
const airtime = { product: 'AIRTIME', service: 'mtn', phone: PHONE, amount: '500' };

const actions = async (accountId: string) =>
  (await db().auditLog.findMany({ where: { accountId }, orderBy: { id: 'asc' } })).map(({ action }) => action);

describe('somebody buys who may not, or without a code', () => {
  test('nobody buys until an owner allows it, with a fresh code', async () => {
    const me = await person({ capNaira: null });
    expect((await me.get('/buying')).body).toMatchObject({ allowed: false, cap: null, left: null, needsFactor: false });
    const order = { ...airtime, id: newId(), charge: '500.00' };
    expect(await me.post('/buying/purchases', order)).toMatchObject({ status: 409, body: { code: 'buying_off' } });
    expect(await upload(me, csv(line(1)))).toMatchObject({ status: 409, body: { code: 'buying_off' } });

    expect((await me.post('/buying/cap', { cap: '5000' })).body).toMatchObject({ allowed: true, cap: '5000.00' });
    await me.post('/buying/cap', { cap: '6000' });
    expect((await me.post('/buying/purchases', order)).status).toBe(202);
    expect((await me.post('/buying/cap', { cap: null })).body).toMatchObject({ allowed: false });
    expect(await actions(me.accountId)).toEqual([
      ...['buying.allow', 'buying.change', 'purchase.by_hand', 'buying.end'],
    ]);
  });

  test('without a second factor, or with an old code, nothing is bought but test purchases', async () => {
    const [none, stale] = [await person({ factor: 'none' }), await person({ factor: 'stale' })];
    const order = () => ({ ...airtime, id: newId(), charge: '500.00' });
    for (const [me, code] of [
      [none, 'factor_enrolment_needed'],
      [stale, 'factor_needed'],
    ] as const) {
      expect(await me.post('/buying/purchases', order())).toMatchObject({ status: 403, body: { code } });
      const { id } = await upload(me, csv(line(1)));
      const confirmed = await me.post(`/buying/batches/${id}/confirm`, { total: '100' });
      expect(confirmed).toMatchObject({ status: 403, body: { code } });
    }
    expect((await none.get('/buying')).body).toMatchObject({ needsFactor: true });
    const { id: twin } = await readTwin(db(), none.accountId);
    await giveMoney(db(), twin, 1_000_000n, 'test');
    expect((await none.get('/buying', 'test')).body).toMatchObject({ allowed: true, cap: null, needsFactor: false });
    expect((await none.post('/buying/purchases', order(), 'test')).status).toBe(202);
    expect(await none.post('/buying/cap', { cap: '1' }, 'test')).toMatchObject({ body: { code: 'test_mode' } });
  });

  test('a colleague who may only read sees all and buys nothing; a stranger sees nothing', async () => {
    const owner = await person();
    const { id } = await upload(owner, csv(line(1)));
    const reader = await person({ role: 'viewer', accountId: owner.accountId });
    for (const path of ['/buying', '/buying/batches', `/buying/batches/${id}`, `/buying/batches/${id}/rows`])
      expect([path, (await reader.get(path)).status]).toEqual([path, 200]);
    for (const path of ['/buying/cap', '/buying/purchases', '/buying/files', `/buying/batches/${id}/confirm`])
      expect([path, (await reader.post(path)).status]).toEqual([path, 403]);
    const stranger = await person();
    for (const path of [`/buying/batches/${id}`, `/buying/batches/${id}/rows`, `/buying/batches/${id}/rows.csv`])
      expect([path, (await stranger.get(path)).status]).toEqual([path, 404]);
    expect((await stranger.post(`/buying/batches/${id}/cancel`)).status).toBe(404);
  });
});

describe('a purchase by the form is not what the person saw', () => {
  test('its check says the price, whose number it is, the balance after, and that it was bought before', async () => {
    const me = await person();
    const query = new URLSearchParams(airtime).toString();
    expect((await me.get(`/buying/check?${query}`)).body).toEqual({
      description: 'MTN airtime',
      recipient: PHONE,
      amount: '500.00',
      charge: '500.00',
      balance: '100000.00',
      balanceAfter: '99500.00',
      customer: null,
      sameBefore: null,
    });
    const bought = (await me.post('/buying/purchases', { ...airtime, id: newId(), charge: '500' })).body;
    await sell();
    expect((await me.get(`/buying/check?${query}`)).body).toMatchObject({
      balance: '99500.00',
      sameBefore: { reference: bought.reference },
    });

    const meter = { product: 'ELECTRICITY', service: 'ikeja-electric', meter: '1111111111111', meterType: 'prepaid' };
    const electricity = new URLSearchParams({ ...meter, phone: PHONE, amount: '2000' }).toString();
    expect((await me.get(`/buying/check?${electricity}`)).body.customer).toMatchObject({ kind: 'found' });
    const card = '/buying/lookup?product=CABLE_TV&service=dstv&number=1212121212';
    expect((await me.get(card)).body).toMatchObject({ found: true, customerName: expect.any(String) });
  });

  test('a number that the provider does not know is told from one that could not be checked', async () => {
    const me = await person();
    const meter = { product: 'ELECTRICITY', service: 'ikeja-electric', meterType: 'prepaid', phone: PHONE };
    const card = { product: 'CABLE_TV', service: 'dstv', packageCode: 'dstv-padi', phone: PHONE, amount: '4400' };
    const check = async (order: object) =>
      (await me.get(`/buying/check?${new URLSearchParams(order as Record<string, string>)}`)).body;
    const unknown = { ...meter, meter: '0800150000015', amount: '2000' };
    const notRecognised = { kind: 'not_recognised', reason: expect.stringContaining('not recognised') };
    expect((await check(unknown)).customer).toEqual(notRecognised);
    expect((await check({ ...unknown, meter: '500000000000' })).customer).toEqual({ kind: 'not_checked' });
    const changed = { ...card, subscription: 'change', smartcard: '0800150000' };
    expect((await check(changed)).customer).toEqual(notRecognised);
    // the API sells to them too, but for a renewal
    for (const [order, charge] of [
      [unknown, '2000'],
      [changed, '4400'],
    ] as const)
      expect((await me.post('/buying/purchases', { ...order, id: newId(), charge })).status).toBe(202);
    expect(await check({ ...changed, subscription: 'renew' })).toMatchObject({ code: 'unknown_smartcard' });
  });

  test('who looks up numbers one after another is stopped, and other accounts are not', async () => {
    const [me, other] = [await person(), await person()];
    const look = (by: typeof me) => by.get('/buying/lookup?product=CABLE_TV&service=dstv&number=1212121212');
    const statuses: number[] = [];
    for (let n = 0; n < 121; n += 1) statuses.push((await look(me)).status);
    expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([120, 429]);
    expect((await look(other)).status).toBe(200);
  });

  test.each([
    [{ ...airtime, phone: '8031234567' }, 'validation_failed'],
    [{ ...airtime, amount: '5' }, 'validation_failed'],
    [{ ...airtime, product: 'EXAM_PIN' }, 'validation_failed'],
    [{ product: 'DATA', planId: 'none', phone: PHONE }, 'unknown_plan'],
    [
      {
        ...{ product: 'CABLE_TV', service: 'dstv', smartcard: '1212121212', packageCode: 'dstv-padi' },
        ...{ subscription: 'change', phone: PHONE, amount: '1' },
      },
      'wrong_package_amount',
    ],
  ])('%j is not ordered: %s', async (order, code) => {
    const me = await person();
    const query = new URLSearchParams(order as Record<string, string>).toString();
    expect((await me.get(`/buying/check?${query}`)).body).toMatchObject({ code });
    const answer = await me.post('/buying/purchases', { ...order, id: newId(), charge: '1' });
    expect(answer.body).toMatchObject({ code });
    expect(await db().purchaseBatch.count({ where: { accountId: me.accountId } })).toBe(0);
  });

  test('another price, too little money and the cap are said, and a repeated request buys once', async () => {
    const me = await person({ capNaira: 800 });
    const buy = (order: object) => me.post('/buying/purchases', { ...airtime, ...order });
    expect((await buy({ id: newId(), charge: '400' })).body).toMatchObject({ code: 'charge_changed' });
    expect((await buy({ id: newId(), amount: '900', charge: '900' })).body).toMatchObject({ code: 'cap_reached' });
    const id = newId();
    const answers = await Promise.all([1, 2, 3].map(() => buy({ id, charge: '500' })));
    expect(answers.map(({ status, body }) => [status, body.batch])).toEqual([1, 2, 3].map(() => [202, id]));
    await sell();
    expect((await me.get(`/buying/batches/${id}`)).body.progress).toMatchObject({ pending: 1, spent: '500.00' });
    expect((await me.get('/buying')).body).toMatchObject({ left: '300.00', balance: '99500.00' });
    await db().$executeRaw`UPDATE account SET buying_cap_kobo = 100000000 WHERE id = ${me.accountId}::uuid`;
    expect((await buy({ id: newId(), amount: '50000', charge: '50000' })).status).toBe(202);
    await sell();
    expect((await buy({ id: newId(), amount: '50000', charge: '50000' })).body).toMatchObject({
      code: 'balance_too_low',
    });
  });

  test('the page of the purchase says who bought it, and the audit log names the person and the reference', async () => {
    const me = await person();
    const { batch, reference } = (await me.post('/buying/purchases', { ...airtime, id: newId(), charge: '500' })).body;
    await sell();
    const { body } = await me.get(`/transactions/${reference}`);
    expect(body).toMatchObject({ status: 'pending', boughtBy: { name: 'Ada', batch, row: 1, file: null } });
    const entry = await db().auditLog.findFirstOrThrow({ where: { requestRef: reference } });
    expect(entry).toMatchObject({ action: 'purchase.by_hand', userId: me.userId, userEmail: me.email });
    expect(JSON.stringify(entry.after)).not.toContain(PHONE);
  });
});

describe('a file is bought that has a mistake in it', () => {
  test('its faults are named by row and field, and no row is kept', async () => {
    const me = await person();
    const used = newId();
    await upload(me, csv(line(7, used))).then(({ id }) => me.post(`/buying/batches/${id}/confirm`, { total: '100' }));
    const { body } = await upload(
      me,
      csv(
        line(1),
        'airtime,mtn,,08031234567,5,',
        'data,,none,08031234567,,',
        line(2, 'a b'),
        line(3, 'a b'),
        line(4, used),
      ),
    );
    expect(body.batch).toBeNull();
    expect(body.faults.map(({ row, field }: { row: number; field: string }) => [row, field])).toEqual([
      [3, 'amount'],
      [4, 'plan_id'],
      [6, 'reference'],
      [7, 'reference'],
    ]);
    expect(await db().purchaseBatch.count({ where: { accountId: me.accountId } })).toBe(1);
    expect((await upload(me, 'product,phone\n')).body).toMatchObject({ batch: null, faults: [{ field: 'file' }] });
  });

  test.each([
    ['reference', line(1, 'a\u0000b')],
    ['plan_id', `data,,a\u0000b,${PHONE},,`],
    ['network', `airtime,m\u0000tn,,${PHONE},100,`],
  ])('a %s with a character that the database cannot store is a fault of its row', async (field, row) => {
    const { status, body } = await upload(await person(), csv(row));
    expect([status, body.faults]).toMatchObject([200, [{ row: 2, field }]]);
  });

  test('a total that has changed since the upload is not confirmed, and the new one is', async () => {
    const me = await person();
    const code = newId();
    const plan = { network: 'MTN', name: code, planName: code, validity: '30 days', costKobo: 100_000n };
    await db().dataPlan.create({ data: { ...plan, planId: code, providerService: 'mtn-data', providerCode: code } });
    const { id, body } = await upload(me, csv(`data,,${code},${PHONE},,`));
    expect(body.batch.total).toBe('1100.00');
    await db().$executeRaw`UPDATE data_plan SET cost_kobo = 200000 WHERE plan_id = ${code}`;
    const confirm = (total: string) => me.post(`/buying/batches/${id}/confirm`, { total });
    expect(await confirm('1100')).toMatchObject({ status: 409, body: { code: 'total_changed' } });
    expect((await me.get(`/buying/batches/${id}`)).body).toMatchObject({ state: 'draft', total: '2200.00' });
    expect(await confirm('2200')).toMatchObject({ status: 200, body: { state: 'running' } });
    expect(await confirm('2200')).toMatchObject({ status: 200 });
    await sell();
    expect((await me.get(`/buying/batches/${id}/rows`)).body.rows).toMatchObject([
      { row: 2, status: 'pending', charged: '2200.00', planId: code },
    ]);
  });
});

describe('a person loses sight of a file', () => {
  test('pages, progress, result file and audit log follow it to its end', async () => {
    const me = await person();
    const { id, body } = await upload(me, csv(...Array.from({ length: 9 }, (_, n) => line(n + 1))));
    await me.post(`/buying/batches/${id}/confirm`, { total: '900' });
    await sell();
    expect(await me.post(`/buying/batches/${id}/pause`)).toMatchObject({
      body: { state: 'paused', pausedFor: 'person' },
    });
    await sell();
    expect((await me.post(`/buying/batches/${id}/resume`)).body.progress).toMatchObject({ pending: 4, waiting: 5 });
    expect((await me.post(`/buying/batches/${id}/cancel`)).body).toMatchObject({
      state: 'cancelled',
      progress: { pending: 4, cancelled: 5, waiting: 0, spent: '400.00' },
    });
    expect((await me.post(`/buying/batches/${id}/resume`)).body).toMatchObject({ code: 'batch_move_not_possible' });
    const { rows, next } = (await me.get(`/buying/batches/${id}/rows?limit=3`)).body;
    expect([rows.length, typeof next]).toEqual([3, 'string']);
    const rest = (await me.get(`/buying/batches/${id}/rows?limit=100&cursor=${next}`)).body.rows;
    expect([...rows, ...rest].map(({ row }) => row)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect((await me.get(`/buying/batches/${id}/rows?status=cancelled`)).body.rows).toHaveLength(5);

    const { text, headers } = await me.get(`/buying/batches/${id}/rows.csv`);
    expect(headers['content-disposition']).toContain(`result-${body.batch.code}-`);
    const [header, first = '', ...others] = text.trim().split('\r\n');
    expect(header).toBe('row,product,service,plan_id,phone,amount,charged,reference,status,message,token,accepted_at');
    expect(first).toMatch(new RegExp(`^2,AIRTIME,mtn,,08030000001,100.00,100.00,${body.batch.code}-2,pending,,,20`));
    expect(others).toHaveLength(8);
    expect(others.filter((each) => each.includes(',cancelled,'))).toHaveLength(5);
    // its charges add up to what the wallet lost
    const charged = [first, ...others].map((each) => each.split(',')[6]);
    expect(charged.toSorted()).toEqual([...new Array(5).fill('0.00'), ...new Array(4).fill('100.00')]);
    expect(await actions(me.accountId)).toEqual(['batch.confirm', 'batch.pause', 'batch.resume', 'batch.cancel']);
  });

  test('a row that nobody can serve now says so while it waits, and no more once it is bought', async () => {
    const me = await person();
    const { id } = await upload(me, csv(line(1)));
    await me.post(`/buying/batches/${id}/confirm`, { total: '100' });
    const read = async () => (await me.get(`/buying/batches/${id}/rows`)).body.rows;
    expect(await read()).toMatchObject([{ status: 'waiting', message: null }]);
    await sell({ closed: true });
    const message = 'When it was last tried, no provider could serve it. Nothing was debited.';
    expect(await read()).toMatchObject([{ status: 'waiting', error: null, message }]);
    expect((await me.get(`/buying/batches/${id}/rows.csv`)).text).toContain(`waiting,"${message}"`);
    await db().$executeRaw`UPDATE batch_row SET next_try_at = NULL WHERE batch_id = ${id}::uuid`;
    await sell();
    expect(await read()).toMatchObject([{ status: 'pending', message: null }]);
  });

  test('it goes on when the person who confirmed it is removed, and an owner pauses and cancels it', async () => {
    const owner = await person();
    const buyer = await person({ role: 'buyer', accountId: owner.accountId });
    const { id } = await upload(buyer, csv(...Array.from({ length: 9 }, (_, n) => line(n + 1))));
    await buyer.post(`/buying/batches/${id}/confirm`, { total: '900' });
    const { userId, email, sessionId, role, accountId } = owner;
    const by = {
      actor: { kind: 'user', userId, email, sessionId, role, accountId },
      origin: { address: null, requestId: null },
    } as const;
    expect(await removeFromTeam(db(), by, accountId, buyer.userId)).toEqual({ kind: 'done' });
    await sell();
    const batch = (await owner.get(`/buying/batches/${id}`)).body;
    expect(batch).toMatchObject({
      state: 'running',
      confirmedBy: { name: 'Ada' },
      progress: { pending: 4, waiting: 5 },
    });
    expect((await owner.post(`/buying/batches/${id}/pause`)).body).toMatchObject({ state: 'paused' });
    const { state, progress } = (await owner.post(`/buying/batches/${id}/cancel`)).body;
    expect([state, progress]).toMatchObject(['cancelled', { pending: 4, cancelled: 5 }]);
  });

  test('the list has the newest first, page by page, and each batch once', async () => {
    const me = await person();
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.push((await upload(me, csv(line(n)))).id);
    const seen: string[] = [];
    let cursor = '';
    do {
      const { rows, next } = (await me.get(`/buying/batches?limit=2&cursor=${cursor}`)).body;
      seen.push(...rows.map(({ id }: { id: string }) => id));
      cursor = next ?? '';
    } while (cursor !== '');
    expect(seen).toEqual(ids.reverse());
    const forged = Buffer.from(`1.${'-'.repeat(36)}`).toString('base64url');
    expect(await me.get(`/buying/batches?cursor=${forged}`)).toMatchObject({ status: 400 });
  });

  test('an upload that is repeated opens one draft, and the id of another account opens none', async () => {
    const [me, other] = [await person(), await person()];
    const id = newId();
    const answers = await Promise.all([1, 2].map(() => upload(me, csv(line(1)), id)));
    expect(answers.map(({ body }) => body.batch.id)).toEqual([id, id]);
    expect(await upload(other, csv(line(1)), id)).toMatchObject({ status: 409, body: { code: 'batch_id_taken' } });
  });
});
