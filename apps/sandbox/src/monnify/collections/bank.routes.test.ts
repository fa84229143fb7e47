import { createHmac } from 'node:crypto';
import { collectionsOf, SUCCESS, withNoticeReceiver } from '../../testing/collections';
import { openSandbox, useSandbox } from '../../testing/use-sandbox';
import { MONNIFY_KEYS } from '../deps';

const REFERENCE = /^MNFY\|\d\d\|20260310120000\|\d{6}$/;
const sandbox = useSandbox();
const monnify = () => collectionsOf(sandbox().app);

const signed = (text: string) =>
  createHmac('sha512', MONNIFY_KEYS.MONNIFY_SECRET_KEY).update(Buffer.from(text, 'utf8')).digest('hex');

describe('a transfer is looked up in another form than the documented one', () => {
  it('has amounts as texts, the time in Lagos, and the payer with a masked number', async () => {
    const account = await monnify().account();
    const paid = await monnify().payInto(account, { amount: 3000.5, payer: 'Segun Adeponle', bank: '000014' });
    expect(paid).toMatchObject({ reference: expect.stringMatching(REFERENCE), notices: ['none'], status: 'PAID' });
    const { status, body } = await monnify().look(paid.reference);
    const payer = {
      bankCode: '000014',
      amountPaid: '3000.50',
      accountName: 'Segun Adeponle',
      accountNumber: expect.stringMatching(/^\*{6}\d{4}$/),
    };
    expect([status, body.responseCode]).toEqual([200, '0']);
    expect(body.responseBody).toEqual({
      transactionReference: paid.reference,
      paymentReference: paid.reference,
      amountPaid: '3000.50',
      totalPayable: '3000.50',
      settlementAmount: '2989.75',
      paidOn: '10/03/2026 12:00:00 PM',
      paymentStatus: 'PAID',
      paymentDescription: 'Ada',
      currency: 'NGN',
      paymentMethod: 'ACCOUNT_TRANSFER',
      product: { type: 'RESERVED_ACCOUNT', reference: account.accountReference },
      cardDetails: {},
      accountDetails: payer,
      accountPayments: [payer],
      customer: { name: expect.any(String), email: expect.stringContaining('@') },
      metaData: {},
    });
  });
});

describe('a notice has another form than the documented one', () => {
  it('has JSON numbers, the number paid into, and the signature of its bytes', async () => {
    await withNoticeReceiver([200], async ({ url, notices }) => {
      const open = openSandbox({ noticeUrl: url });
      const client = collectionsOf(open.app);
      const account = await client.account();
      const paid = await client.payInto(account, { amount: 3000 });
      expect(paid.notices).toEqual(['answered']);
      const [notice] = notices;
      expect(notice?.body).toEqual({
        eventType: SUCCESS,
        eventData: {
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
              accountName: 'Monnify Limited',
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
        },
      });
      expect(notice?.signature).toBe(signed(notice?.text ?? ''));
      open.close();
    });
  });
});
