import request from 'supertest';
import { buildSandbox } from './app';
import type { SandboxOptions } from './settings';
import { airtime, NOON, newRequestId, POST_KEYS } from './testing/client';

/** One sandbox, and the code it answers a `/api/pay` with. */
function open(options: Partial<SandboxOptions> = {}) {
  const sandbox = buildSandbox({ now: () => NOON, ...options });
  const call = async (path: string, body: object): Promise<string> =>
    (await request(sandbox.app).post(path).set(POST_KEYS).send(body)).body.code;
  return {
    sandbox,
    pay: (changes: Record<string, unknown>) => call('/api/pay', airtime(changes)),
    requery: (requestId: string) => call('/api/requery', { request_id: requestId }),
  };
}

describe('the checks of /api/pay', () => {
  it('would accept what VTpass refuses if a field were not checked', async () => {
    const { pay, sandbox } = open();
    expect(await pay({ request_id: undefined })).toBe('011');
    expect(await pay({ request_id: 202603101200 })).toBe('011');
    expect(await pay({ request_id: '' })).toBe('011');
    expect(await pay({ request_id: 'abc' })).toBe('085');
    expect(await pay({ serviceID: undefined })).toBe('011');
    expect(await pay({ serviceID: 'MTN' })).toBe('012');
    expect(await pay({ phone: undefined })).toBe('011');
    expect(await pay({ phone: '' })).toBe('011');
    expect(await pay({ amount: undefined })).toBe('011');
    expect(await pay({ amount: 'much' })).toBe('011');
    expect(await pay({ amount: [100] })).toBe('011');
    expect(sandbox.ledger().deliveries).toEqual([]);
  });

  it('would move the limits of airtime if ₦5 or ₦200,000 were refused, or anything beyond them taken', async () => {
    const { pay } = open();
    expect(await pay({ amount: 5 })).toBe('000');
    expect(await pay({ amount: '4.99' })).toBe('013');
    expect(await pay({ amount: -100 })).toBe('013');
    expect(await pay({ amount: 200_000 })).toBe('000');
    expect(await pay({ amount: '200000.01' })).toBe('017');
  });

  it('would blame the wrong thing if the checks ran in another order', async () => {
    const { pay } = open({ floatNaira: 50, duplicateWindowMs: 30_000 });
    const used = newRequestId();
    expect(await pay({ request_id: used, amount: 10 })).toBe('000');
    expect(await pay({ request_id: 'abc', serviceID: 'nope' })).toBe('085');
    expect(await pay({ request_id: used, serviceID: 'nope' })).toBe('014');
    expect(await pay({ serviceID: 'nope', phone: undefined })).toBe('012');
    expect(await pay({ phone: undefined, amount: 1 })).toBe('011');
    expect(await pay({ amount: 1 })).toBe('013');
    expect(await pay({ amount: 10_000_000 })).toBe('017');
    expect(await pay({ amount: 60 })).toBe('018');
    expect(await pay({ amount: 10, phone: '08031234567' })).toBe('019');
    expect(await pay({ amount: 10, phone: '08000100123' })).toBe('016');
  });

  it('would refuse every order for an hour each night if the day were not that of Lagos', async () => {
    let now = new Date('2026-03-10T22:59:59Z');
    const { pay } = open({ now: () => now });
    expect(await pay({ request_id: newRequestId('20260310') })).toBe('000');
    expect(await pay({ request_id: newRequestId('20260311') })).toBe('085');
    now = new Date('2026-03-10T23:00:00Z');
    expect(await pay({ request_id: newRequestId('20260311') })).toBe('000');
    expect(await pay({ request_id: newRequestId('20260310') })).toBe('085');
  });

  it('would sell on credit if an order were taken that the float does not cover', async () => {
    const { pay, sandbox } = open({ floatNaira: 97 });
    expect(await pay({ amount: 101, serviceID: 'glo' })).toBe('018');
    expect(await pay({ amount: 100, serviceID: 'glo' })).toBe('000');
    expect(await pay({ amount: 5, serviceID: 'glo' })).toBe('018');
    expect(sandbox.ledger().deliveries).toHaveLength(1);
  });
});

describe('a repeated request_id', () => {
  it('would vend twice if it were not refused, whatever the first answer was', async () => {
    const { pay, requery, sandbox } = open();
    const sold = newRequestId();
    const rejected = newRequestId();
    expect([await pay({ request_id: sold }), await pay({ request_id: sold })]).toEqual(['000', '014']);
    expect([await pay({ request_id: rejected, phone: '08000100123' }), await pay({ request_id: rejected })]).toEqual(['016', '014']);
    expect([await requery(sold), await requery(rejected)]).toEqual(['000', '016']);
    expect(sandbox.ledger().deliveries.map((delivery) => delivery.request_id)).toEqual([sold]);
  });

  it('would forbid a correct order if a refusal that placed nothing used its id up', async () => {
    const { pay, requery } = open();
    const id = newRequestId();
    expect(await pay({ request_id: id, amount: 1 })).toBe('013');
    expect(await requery(id)).toBe('015');
    expect(await pay({ request_id: id, phone: '08000900123' })).toBe('083');
    expect(await requery(id)).toBe('015');
    expect(await pay({ request_id: id })).toBe('000');
  });

  it('would hide a double send of ours if the naive mode refused it: there it is vended again', async () => {
    const { pay, sandbox } = open({ vendsEveryPost: true });
    const id = newRequestId();
    expect([await pay({ request_id: id }), await pay({ request_id: id }), await pay({})]).toEqual(['000', '000', '000']);
    const { deliveries, posts } = sandbox.ledger();
    expect(deliveries.filter((delivery) => delivery.request_id === id)).toHaveLength(2);
    expect(posts.filter((post) => post.request_id === id)).toHaveLength(2);
  });
});

describe('the duplicate window', () => {
  it('would refuse honest test runs if it were on without being asked for', async () => {
    const { pay } = open();
    expect([await pay({}), await pay({})]).toEqual(['000', '000']);
  });

  it('would not be that of VTpass if it looked at anything but recipient, amount and time', async () => {
    let now = NOON;
    const { pay, requery, sandbox } = open({ duplicateWindowMs: 30_000, now: () => now });
    const refused = newRequestId();
    expect(await pay({})).toBe('000');
    now = new Date(NOON.getTime() + 29_999);
    expect(await pay({ request_id: refused })).toBe('019');
    expect(await pay({ serviceID: 'glo' })).toBe('019');
    expect(await pay({ amount: 101 })).toBe('000');
    expect(await pay({ phone: '08037654321' })).toBe('000');
    expect([await requery(refused), await pay({ request_id: refused })]).toEqual(['019', '014']);
    now = new Date(NOON.getTime() + 30_000);
    expect(await pay({})).toBe('000');
    expect(await pay({})).toBe('019');
    expect(await pay({ amount: 101 })).toBe('019');
    expect(sandbox.ledger().deliveries).toHaveLength(4);
  });

  it('would refuse the second try of an order that was never given if a rejected one counted', async () => {
    const { pay } = open({ duplicateWindowMs: 30_000 });
    expect([await pay({ phone: '08000100123' }), await pay({ phone: '08000100123' })]).toEqual(['016', '016']);
  });
});
