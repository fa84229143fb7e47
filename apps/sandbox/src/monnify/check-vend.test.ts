import type { SandboxOptions } from '../options';
import { monnifyOf, powerVend, vendOf } from '../testing/monnify';
import { openSandbox } from '../testing/use-sandbox';
import { NOON, newRequestId } from '../testing/vtpass';

/** A sandbox, and what it says to vends: `SUCCESS`, or the text of the refusal. */
function open(options: Partial<SandboxOptions> = {}) {
  const sandbox = openSandbox(options);
  const monnify = monnifyOf(sandbox.app);
  const told = async (answer: Promise<{ status: number; body: ReturnType<typeof JSON.parse> }>): Promise<string> => {
    const { status, body } = await answer;
    if (body.requestSuccessful) return body.responseBody.vendStatus;
    expect([status, body.responseCode, body.responseBody]).toEqual([400, '99', undefined]);
    return body.responseMessage;
  };
  return {
    sandbox,
    monnify,
    vend: (changes: Record<string, unknown> = {}) => told(monnify.vend(vendOf(changes))),
    vendPower: (changes: Record<string, unknown> = {}) => told(monnify.vendPower(powerVend(changes))),
    knobs: (knobs: object) => sandbox.put('/knobs', { provider: 'monnify', ...knobs }),
  };
}

describe('a vend that Monnify refuses and the sandbox sells', () => {
  it('refuses a missing or wrong field, with code 99 and a text', async () => {
    const { vend, monnify, sandbox } = open();
    expect(await vend({ productCode: undefined })).toMatch(/^productCode/);
    expect(await vend({ customerId: '' })).toMatch(/^customerId/);
    expect(await vend({ productCode: 'MTN' })).toBe('Product not found for code: MTN');
    expect(await vend({ amount: undefined, vendAmount: 100 })).toBe('amount: Amount is required');
    for (const amount of [0.99, '1.001', -5, 'much', '1e3', [100]]) expect(await vend({ amount })).toMatch(/^amount/);
    expect(sandbox.ledger()).toMatchObject({ deliveries: [], reversals: [] });
    expect(new Set(sandbox.ledger().posts.map(({ outcome }) => outcome))).toEqual(new Set(['refused 99']));
    expect(await monnify.balance()).toBe(10_000_000);
    expect(await vend({ amount: '1.50' })).toBe('SUCCESS');
  });

  it('refuses another amount than the price of a plan or package', async () => {
    const { vend, vendPower } = open();
    expect(await vend({ productCode: '201', amount: 98 })).toBe('Invalid amount for MTN 100MB 24 Hours');
    expect(await vend({ productCode: '201', amount: '98.50' })).toBe('SUCCESS');
    expect(await vendPower({ productCode: 'product-dstv-padi', amount: 1850.01 })).toMatch(/^Invalid amount/);
    expect(await vendPower({ productCode: 'product-dstv-padi', amount: 1850 })).toBe('SUCCESS');
  });

  it('keeps the limits of a disco', async () => {
    const { vendPower } = open();
    expect(await vendPower({ amount: 499.99 })).toMatch(/^Amount is below the minimum/);
    expect(await vendPower({ amount: 400_000.01 })).toMatch(/^Amount is above the maximum/);
    expect([await vendPower({ amount: 500 }), await vendPower({ amount: 400_000 })]).toEqual(['SUCCESS', 'SUCCESS']);
  });

  it('refuses a vend that the wallet does not cover, with its fee', async () => {
    const { vend, knobs } = open({ floatNaira: 105 });
    await knobs({ fee: 10 });
    expect(await vend({ amount: 95.01 })).toBe('Insufficient balance to complete this purchase');
    expect(await vend({ amount: 95 })).toBe('SUCCESS');
    expect(await vend({ amount: 5 })).toBe('Insufficient balance to complete this purchase');
  });
});

describe('a vend for a customer that nobody validated', () => {
  it('is refused without a reference, or with that of another customer, product or time', async () => {
    let now = NOON;
    const { vend, monnify, knobs } = open({ now: () => now });
    const referenceFor = async (product: string, customer: string) =>
      (await monnify.validate(product, customer)).body.responseBody.vendInstruction.validationReference;
    const own = await referenceFor('product-ikedc-pre', '45012345678');
    expect(own).toMatch(/^\d{12}$/);
    const order = powerVend();
    for (const validationReference of [
      undefined,
      '431986193642',
      await referenceFor('product-ikedc-post', '45012345678'),
      await referenceFor('product-ikedc-pre', '45012345679'),
    ])
      expect(await vend({ ...order, validationReference })).toMatch(/^validationReference/);
    expect(await vend({ ...order, validationReference: own })).toBe('SUCCESS');
    expect(await vend({ ...order, reference: newRequestId(), validationReference: own })).toBe('SUCCESS');
    now = new Date(NOON.getTime() + 600_001);
    const late = { ...order, reference: newRequestId(), validationReference: own };
    expect(await vend(late)).toBe('Validation reference has expired');
    await knobs({ validation_s: 601 });
    expect(await vend(late)).toBe('SUCCESS');
  });

  it('needs none for airtime and data', async () => {
    const { monnify } = open();
    for (const productCode of ['10', '201']) {
      const { body } = await monnify.validate(productCode, '09135914842');
      expect(body.responseBody).toMatchObject({
        customerName: '+2349135914842',
        vendInstruction: { requireValidationRef: false },
      });
    }
  });
});

describe('one reference that buys twice, or that is lost', () => {
  it.each([
    ['error_99', [/^Duplicate vend reference: /, 1]],
    ['same_result', [/^SUCCESS$/, 1]],
    ['second_vend', [/^SUCCESS$/, 2]],
  ] as const)('duplicate_reference %s', async (duplicate_reference, [answer, vends]) => {
    const { vend, knobs, sandbox } = open();
    await knobs({ duplicate_reference });
    const reference = newRequestId();
    expect(await vend({ reference })).toBe('SUCCESS');
    expect(await vend({ reference })).toMatch(answer);
    expect(sandbox.ledger().deliveries.filter(({ request_id }) => request_id === reference)).toHaveLength(vends);
    expect(sandbox.ledger().posts).toHaveLength(2);
  });

  it('same_result answers the first vend, digit for digit', async () => {
    const { monnify, knobs } = open();
    await knobs({ duplicate_reference: 'same_result' });
    const order = vendOf();
    const first = await monnify.vend(order);
    expect((await monnify.vend({ ...order, amount: 500 })).text).toBe(first.text);
  });

  it('sells every repeat in the mode that reveals our double sends', async () => {
    const { vend, sandbox } = open({ vendsEveryPost: true });
    const reference = newRequestId();
    expect([await vend({ reference }), await vend({ reference })]).toEqual(['SUCCESS', 'SUCCESS']);
    expect(sandbox.ledger().deliveries).toHaveLength(2);
  });

  it('does not use up the reference by a refusal or a fault that recorded nothing', async () => {
    const { vend, monnify } = open();
    const reference = newRequestId();
    expect(await vend({ reference, amount: undefined })).toMatch(/^amount/);
    expect((await monnify.vend(vendOf({ reference, customerId: '08000900123' }))).status).toBe(500);
    expect(await vend({ reference })).toBe('SUCCESS');
  });

  it('is replaced by one of Monnify with reference_field legacy, or if none was sent', async () => {
    const { monnify, knobs, sandbox } = open();
    const made = /^MFBP-MDR-08031234567-260310120000[0-9a-f]{4}$/;
    const unnamed = await monnify.vend(vendOf({ reference: undefined, vendReference: 'mine' }));
    expect(unnamed.body.responseBody.vendReference).toMatch(made);

    await knobs({ reference_field: 'legacy' });
    const order = vendOf();
    for (const answer of [await monnify.vend(order), await monnify.vend(order)])
      expect(answer.body.responseBody).toMatchObject({
        vendStatus: 'SUCCESS',
        vendReference: expect.stringMatching(made),
      });
    expect((await monnify.requery(order.reference)).body.responseMessage).toMatch(/^Transaction not found/);
    expect(sandbox.ledger().deliveries.map(({ request_id }) => request_id)).toEqual([
      unnamed.body.responseBody.vendReference,
      order.reference,
      order.reference,
    ]);
  });

  it.each([200, 400, 404])('is not found with HTTP %d, as the knob says', async (not_found_http) => {
    const { monnify, knobs } = open();
    await knobs({ not_found_http });
    const { status, body } = await monnify.requery('nobody');
    expect([status, body.responseCode]).toEqual([not_found_http, '99']);
  });
});
