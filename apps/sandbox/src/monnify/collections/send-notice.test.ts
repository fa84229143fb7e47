import { createHmac } from 'node:crypto';
import request from 'supertest';
import { collectionsOf, type Notice, type Reserved, SUCCESS, withNoticeReceiver } from '../../testing/collections';
import { openSandbox, type TestSandbox } from '../../testing/use-sandbox';
import { MONNIFY_KEYS } from '../deps';

type World = {
  sandbox: TestSandbox;
  account: Reserved;
  notices: Notice[];
  received(count: number): Promise<void>;
  payInto(changes?: object): Promise<{ reference: string; account_number: string; notices: string[] }>;
  announce(reference: string, notice: object): Promise<string[]>;
  knobs(changes: object): Promise<unknown>;
};

/** A sandbox with an account, whose notices arrive at a receiver that answers with `statuses`. */
async function withWorld(statuses: number[], use: (world: World) => Promise<void>): Promise<void> {
  await withNoticeReceiver(statuses, async ({ url, notices, received }) => {
    const sandbox = openSandbox({ noticeUrl: url });
    const client = collectionsOf(sandbox.app);
    const account = await client.account();
    await use({
      sandbox,
      account,
      notices,
      received,
      payInto: (changes) => client.payInto(account, changes),
      announce: async (reference, notice) =>
        (
          await request(sandbox.app)
            .post(`/transfers/${encodeURIComponent(reference)}/notices`)
            .send(notice)
        ).body.notices,
      knobs: (changes) => sandbox.put('/knobs', { provider: 'monnify', ...changes }),
    });
    sandbox.close();
  });
}

const signed = ({ text }: Notice) =>
  createHmac('sha512', MONNIFY_KEYS.MONNIFY_SECRET_KEY).update(Buffer.from(text, 'utf8')).digest('hex');
const dataOf = (notice: Notice | undefined): Record<string, unknown> => notice?.body.eventData ?? {};

describe('a notice has another form than the documented one', () => {
  it('has JSON numbers, the number paid into, and the signature of its bytes', async () => {
    await withWorld([200], async ({ account, notices, payInto }) => {
      const paid = await payInto({ amount: 3000, payer: 'Adé Okafor' });
      expect(paid.notices).toEqual(['answered']);
      expect(notices).toMatchObject([{ body: { eventType: SUCCESS } }]);
      expect(dataOf(notices[0])).toEqual({
        product: { type: 'RESERVED_ACCOUNT', reference: account.accountReference },
        transactionReference: paid.reference,
        paymentReference: paid.reference,
        paidOn: '2026-03-10 12:00:00.000',
        paymentDescription: 'Ada',
        metaData: {},
        paymentSourceInformation: [
          {
            bankCode: '',
            amountPaid: 3000,
            accountName: 'Adé Okafor',
            sessionId: expect.stringMatching(/^\d{30}$/),
            accountNumber: expect.stringMatching(/^\d{10}$/),
          },
        ],
        destinationAccountInformation: { bankCode: '035', bankName: 'Wema bank', accountNumber: paid.account_number },
        amountPaid: 3000,
        totalPayable: 3000,
        cardDetails: {},
        paymentMethod: 'ACCOUNT_TRANSFER',
        currency: 'NGN',
        settlementAmount: '2989.25',
        paymentStatus: 'PAID',
        customer: { name: expect.any(String), email: expect.any(String) },
      });
      expect(notices.map(({ signature }) => signature)).toEqual(notices.map(signed));
    });
  });

  it('names the payer in a list, not at all, or in one object', async () => {
    await withWorld([200], async ({ notices, payInto }) => {
      for (const source of ['array', 'empty', 'object']) await payInto({ source, amount: 0.5 });
      expect(notices.map((notice) => dataOf(notice).paymentSourceInformation)).toEqual([
        [expect.objectContaining({ amountPaid: 0.5 })],
        {},
        expect.objectContaining({ amountPaid: 0.5 }),
      ]);
    });
  });

  it('has no signature where the knob or the operator says so', async () => {
    await withWorld([200], async ({ notices, payInto, knobs }) => {
      await payInto({ notices: [{ signature: 'none' }] });
      await knobs({ signs: 'no' });
      await payInto();
      expect(notices.map(({ signature }) => signature)).toEqual([undefined, undefined]);
    });
  });

  it('of a payment by card has the same event, with another type and no account', async () => {
    await withWorld([200], async ({ notices, account, payInto }) => {
      await payInto({ card: true });
      expect(notices[0]?.body.eventType).toBe(SUCCESS);
      expect(dataOf(notices[0])).toMatchObject({
        product: { type: 'WEB_SDK', reference: account.accountReference },
        paymentMethod: 'CARD',
        destinationAccountInformation: {},
      });
    });
  });
});

describe('a notice is lost, late or repeated', () => {
  it('is sent again, byte for byte, until a client answers 200', async () => {
    await withWorld([500, 302, 202, 200], async ({ notices, received, payInto, knobs }) => {
      await knobs({ resend_ms: 0 });
      expect((await payInto()).notices).toEqual(['unanswered']);
      await received(4);
      expect((await payInto()).notices).toEqual(['answered']);
      expect(notices).toHaveLength(5);
      expect(new Set(notices.slice(0, 4).map(({ text, signature }) => text + signature)).size).toBe(1);
    });
  });

  it('is sent twelve times at most', async () => {
    await withWorld([500], async ({ notices, received, payInto, knobs }) => {
      await knobs({ resend_ms: 0 });
      await payInto();
      await received(12);
      await knobs({ resend_ms: 86_400_000 });
      await payInto();
      expect(notices).toHaveLength(13);
    });
  });

  it('does not come, comes when told, comes late, or comes in copies at once', async () => {
    await withWorld([200], async ({ notices, received, payInto, announce }) => {
      const silent = await payInto({ notices: [] });
      expect([silent.notices, notices.length]).toEqual([[], 0]);
      expect(await announce(silent.reference, { times: 3 })).toEqual(['answered']);
      expect(notices.map((notice) => dataOf(notice).transactionReference)).toEqual(Array(3).fill(silent.reference));
      const late = await payInto({ notices: [{ after_ms: 1 }, {}] });
      expect(late.notices).toEqual(['later', 'answered']);
      await received(5);
      expect(dataOf(notices[4])).toMatchObject({ transactionReference: late.reference });
    });
  });

  it('of a pending transfer comes when it is paid, and says PAID before if told to', async () => {
    await withWorld([200], async ({ sandbox, notices, payInto, announce }) => {
      const { reference, notices: sent } = await payInto({ status: 'PENDING' });
      expect(sent).toEqual([]);
      await announce(reference, {});
      const become = async (status: string) =>
        (await sandbox.put(`/transfers/${encodeURIComponent(reference)}`, { status })).body.notices;
      expect([await become('PAID'), await become('OVERPAID'), await become('REVERSED')]).toEqual([
        ['answered'],
        [],
        [],
      ]);
      expect(notices.map((notice) => dataOf(notice).paymentStatus)).toEqual(['PAID', 'PAID']);
    });
  });

  it('goes to the URL of the knob, or nowhere', async () => {
    await withWorld([200], async ({ notices, payInto, knobs }) => {
      await knobs({ notice_url: null });
      expect([(await payInto()).notices, notices.length]).toEqual([['none'], 0]);
      await withNoticeReceiver([200], async ({ url, notices: others }) => {
        await knobs({ notice_url: url });
        expect([(await payInto()).notices, others.length, notices.length]).toEqual([['answered'], 1, 0]);
      });
      expect(await knobs({ notice_url: 'ftp://127.0.0.1' })).toMatchObject({ status: 400 });
    });
  });
});

describe('a notice that lies', () => {
  it('has a wrong signature in the right form', async () => {
    await withWorld([200], async ({ notices, payInto }) => {
      await payInto({ notices: [{ signature: 'wrong' }] });
      expect(notices).toMatchObject([{ signature: expect.stringMatching(/^[0-9a-f]{128}$/) }]);
      expect(notices.map(({ signature }) => signature)).not.toEqual(notices.map(signed));
    });
  });

  it('has another amount and account than what is looked up, or an unknown reference', async () => {
    await withWorld([200], async ({ sandbox, notices, payInto, announce }) => {
      const { reference } = await payInto({ amount: 100, notices: [] });
      const forged = { amount: 500_000, account_reference: 'victim', account_number: '2200000009' };
      await announce(reference, forged);
      await announce(reference, { reference: 'MNFY|99|20260310120000|999999' });
      expect(dataOf(notices[0])).toMatchObject({
        transactionReference: reference,
        amountPaid: 500_000,
        totalPayable: 500_000,
        product: { reference: 'victim' },
        destinationAccountInformation: { accountNumber: '2200000009' },
        paymentSourceInformation: [{ amountPaid: 500_000 }],
      });
      const unknown = String(dataOf(notices[1]).transactionReference);
      const client = collectionsOf(sandbox.app);
      expect((await client.look(reference)).body.responseBody.amountPaid).toBe('100.00');
      expect((await client.look(unknown)).body.requestSuccessful).toBe(false);
      expect((await sandbox.get('/transfers')).transfers).toHaveLength(1);
    });
  });

  it('tells of the same money as a movement with its own reference, and as a settlement', async () => {
    await withWorld([200], async ({ notices, account, payInto }) => {
      const events = [SUCCESS, 'ACCOUNT_ACTIVITY', 'SETTLEMENT'];
      const { reference, account_number } = await payInto({ notices: events.map((event) => ({ event })) });
      const of = (event: string) => notices.find(({ body }) => String(body.eventType) === event);
      const activity = of('ACCOUNT_ACTIVITY');
      expect(activity?.text).not.toContain(reference);
      expect(dataOf(activity)).toMatchObject({
        amount: 2989.25,
        currency: '566',
        activityTime: '2026-03-10 12:00:PM',
        narration: expect.stringContaining(`/#/VA-${account_number}/#/From-Wema bank/#/Monnify Limited/#/`),
        reference: expect.stringMatching(/^MFY_WTP_TRF_\d{9}_\d{19}_CBA_CREDIT_0_CREDIT_0$/),
      });
      expect(activity?.body.metaData).toMatchObject({ senderAccount: 'Monnify Service' });
      expect(dataOf(of('SETTLEMENT'))).toMatchObject({
        amount: '2989.25',
        settlementTime: '10/03/2026 12:00:00 PM',
        transactionsCount: 1,
        transactions: [
          {
            transactionReference: reference,
            paymentStatus: 'PAID',
            amountPaid: '3000.00',
            product: { type: account.accountReference },
            accountDetails: { accountNumber: expect.stringMatching(/^\*{6}\d{4}$/) },
          },
        ],
      });
      expect(notices.map(({ signature }) => signature)).toEqual(notices.map(signed));
    });
  });
});
