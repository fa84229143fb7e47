import { openOperatorWorld } from '../../testing/operator-world';

const { world, get, post } = openOperatorWorld();

const payer = (reference: string) => get(`/accounts/by-payment-reference?reference=${encodeURIComponent(reference)}`);
const referenceOf = async (id: string) => (await get(`/accounts/${id}`).expect(200)).body.paymentReference as string;

describe('a payment goes to the wrong wallet, or to none', () => {
  test('the reference of a transfer finds its account, as it is typed; so does the search', async () => {
    const [{ id, name }] = [await world().account(), await world().account()];
    const reference = await referenceOf(id);
    const bare = reference.replace('-', '').toLowerCase();
    for (const typed of [reference, bare, ` ${bare.slice(0, 5)} ${bare.slice(5)} `])
      expect((await payer(typed).expect(200)).body).toMatchObject({ id, name, balance: '10000.00' });
    expect((await get(`/accounts?search=${bare}`).expect(200)).body.rows).toMatchObject([{ id }]);
  });

  test('a mistyped one, one that nobody has and what is none are told apart, at the field', async () => {
    const { id } = await world().account();
    const reference = await referenceOf(id);
    const [fifth = '', sixth = ''] = reference.slice(-2);
    const mistyped = `${reference.slice(0, -2)}${fifth === sixth ? `${sixth}${fifth === '2' ? '3' : '2'}` : sixth + fifth}`;
    expect((await payer(mistyped).expect(400)).body).toMatchObject({
      code: 'validation_failed',
      fields: {
        reference: `The payment reference ${mistyped} has a typing error. A character is wrong, or two are swapped. Check it against the transfer.`,
      },
    });
    expect((await payer('TUP-7K2MRW').expect(404)).body).toMatchObject({
      fields: { reference: 'No account has the payment reference TUP-7K2MRW. Check it against the transfer.' },
    });
    expect((await payer('bank-1').expect(400)).body.fields.reference).toContain('This is not a payment reference.');
    await get('/accounts/by-payment-reference').expect(400);
    await world().call('get', '/api/operator/accounts/by-payment-reference?reference=x', 'owner').expect(403);
  });

  test('an operator sets the threshold of an account, and each change is recorded', async () => {
    const { id, name } = await world().account();
    expect((await get(`/accounts/${id}`)).body.lowBalance).toBeNull();
    await post(`/accounts/${id}/low-balance`, { threshold: '2500.50' }).expect(200);
    expect((await get(`/accounts/${id}`)).body.lowBalance).toBe('2500.50');
    expect((await post(`/accounts/${id}/low-balance`, { threshold: 'x' }).expect(400)).body.fields).toHaveProperty(
      'threshold',
    );
    await post('/accounts/0199f3a2-7c1e-7b60-9d3e-0123456789ab/low-balance', { threshold: null }).expect(404);
    expect(await world().recordedOf(name)).toMatchObject([
      { action: 'account.low_balance', before: { threshold: 'none' }, after: { threshold: '2500.50' } },
    ]);
  });
});
