import { useSandbox } from '../../testing/use-sandbox';
import { checker, jamb, registration } from '../../testing/vtpass';

const sandbox = useSandbox({ pendingRequeries: 1 });
const pay = (order: object) => sandbox().pay(order);
const requery = ({ request_id }: Record<string, unknown>) => sandbox().requery(request_id);
const text = (pattern: RegExp) => expect.stringMatching(pattern);

/** The parts of an answer that differ between exams. */
function examPart({ code, response_description, content, requestId, transaction_date, ...outside }: ExamAnswer) {
  const { unique_element, unit_price, quantity, commission, total_amount, amount } = content.transactions;
  return { inside: { unique_element, unit_price, quantity, commission, total_amount, amount }, outside };
}

type ExamAnswer = Record<string, unknown> & { content: { transactions: Record<string, unknown> } };

/** The fields of VTpass's samples for one PIN. The commission of a requery is in whole naira. */
const EXAMS = [
  {
    exam: 'jamb',
    order: jamb,
    recipient: { billersCode: '0123456789' },
    withOutcome: (outcome: string) => ({ billersCode: `0800${outcome}00123` }),
    inside: { unit_price: '7700.00', commission: '115.50', total_amount: 7584.5, amount: '7700.00' },
    rounded: '116.00',
    amount: 7700,
    purchasedCode: /^Pin : \d{16}$/,
    fields: { Pin: text(/^Pin : \d{16}$/) },
  },
  {
    exam: 'waec',
    order: checker,
    recipient: { phone: '08011111111' },
    withOutcome: (outcome: string) => ({ phone: `0800${outcome}00123` }),
    inside: { unit_price: 900, commission: 13.5, total_amount: 886.5, amount: 900 },
    rounded: 14,
    amount: '900.00',
    purchasedCode: /^Serial No:WRN\d{9}, pin: 0\d{11}$/,
    fields: { cards: [{ Serial: text(/^WRN\d{9}$/), Pin: text(/^0\d{11}$/) }] },
  },
  {
    exam: 'waec-registration',
    order: registration,
    recipient: { phone: '08011111111' },
    withOutcome: (outcome: string) => ({ phone: `0800${outcome}00123` }),
    inside: { unit_price: 14450, commission: 216.75, total_amount: 14233.25, amount: 14450 },
    rounded: 217,
    amount: 14450,
    purchasedCode: /^Token: 0\d{18}$/,
    fields: { tokens: [text(/^0\d{18}$/)] },
  },
];

const digitsIn = (value: unknown) => JSON.stringify(value).match(/\d{9,}/g);

describe.each(EXAMS)(
  'a PIN of $exam that the adapter cannot read',
  ({ order, recipient, withOutcome, inside, rounded, amount, purchasedCode, fields }) => {
    const unique_element = Object.values(recipient)[0];
    const withoutPin = { amount, purchased_code: '' };

    it('has the fields and types of the sample, and is the same in a requery', async () => {
      const sent = order({ ...recipient, amount: '5', quantity: undefined });
      const paid = await pay(sent);
      expect(paid).toMatchObject({
        code: '000',
        content: { transactions: { status: 'delivered', type: 'Education' } },
      });
      const expected = {
        inside: { unique_element, quantity: 1, ...inside },
        outside: { amount, purchased_code: text(purchasedCode), ...fields },
      };
      expect(examPart(paid)).toEqual(expected);
      const { outside } = examPart(paid);
      expect(digitsIn(Object.entries(outside).filter(([name]) => name in fields))).toEqual(
        digitsIn(outside.purchased_code),
      );

      const looked = await requery(sent);
      expect(examPart(looked)).toEqual({ inside: { ...expected.inside, commission: rounded }, outside });
      expect(looked.content.transactions.extras).toBeNull();
      expect(await requery(sent)).toEqual(looked);
    });

    it('comes in a later requery with outcome 13, after a delivery without it', async () => {
      const sent = order(withOutcome('13'));
      for (const answer of [await pay(sent), await requery(sent)]) {
        expect(answer).toMatchObject({ code: '000', content: { transactions: { status: 'delivered' } } });
        expect(examPart(answer).outside).toEqual(withoutPin);
      }
      const later = await requery(sent);
      expect(examPart(later).outside).toEqual({ amount, purchased_code: text(purchasedCode), ...fields });
      expect(await requery(sent)).toEqual(later);
      expect(sandbox().ledger().deliveries).toHaveLength(1);
    });

    it.each([
      ['01', '016', 'failed'],
      ['04', '000', 'pending'],
    ])('is in no answer of outcome %s', async (outcome, code, status) => {
      const sent = order(withOutcome(outcome));
      for (const answer of [await pay(sent), await requery(sent), await requery(sent)]) {
        expect(answer).toMatchObject({ code, content: { transactions: { status } } });
        expect(examPart(answer).outside).toEqual(withoutPin);
      }
    });

    it('comes when a pending order is settled, and is gone after a reversal', async () => {
      const [settled, reversed] = [order(withOutcome('02')), order(withOutcome('03'))];
      for (const sent of [settled, reversed]) {
        expect(examPart(await pay(sent)).outside).toEqual(withoutPin);
        await requery(sent);
      }
      expect(examPart(await requery(settled)).outside).toEqual({
        amount,
        purchased_code: text(purchasedCode),
        ...fields,
      });
      const back = await requery(reversed);
      expect(back.code).toBe('040');
      expect(examPart(back).outside).toEqual({ amount: expect.anything(), purchased_code: '' });
      expect(typeof back.amount).toBe(typeof amount);
    });
  },
);

describe('more than one PIN in one order', () => {
  it('is a card, a serial number and the price for each', async () => {
    const sent = checker({ quantity: '2' });
    const paid = await pay(sent);
    const [first, second] = paid.cards;
    const card = { Serial: text(/^WRN\d{9}$/), Pin: text(/^0\d{11}$/) };
    expect(examPart(paid)).toEqual({
      inside: {
        unique_element: sent.phone,
        unit_price: 900,
        quantity: 2,
        commission: 27,
        total_amount: 1773,
        amount: 1800,
      },
      outside: {
        amount: '1800.00',
        purchased_code: [first, second].map(({ Serial, Pin }) => `Serial No:${Serial}, pin: ${Pin}`).join('||'),
        cards: [card, card],
      },
    });
    expect(first).not.toEqual(second);
    expect((await requery(sent)).cards).toEqual([first, second]);
    const { tokens, purchased_code } = await pay(registration({ quantity: 2 }));
    expect(tokens).toEqual([text(/^0\d{18}$/), text(/^0\d{18}$/)]);
    expect(purchased_code).toBe(`Token: ${tokens[0]}||Token: ${tokens[1]}`);
  });

  it('is not for sale to a profile', async () => {
    const paid = await pay(jamb({ quantity: 2 }));
    expect(paid).toMatchObject({ amount: 7700, content: { transactions: { quantity: 1 } } });
    expect(paid.purchased_code).toMatch(/^Pin : \d{16}$/);
  });
});

describe('one PIN for two customers', () => {
  it.each(EXAMS)('of $exam is never that of another order', async ({ order }) => {
    const [first, second] = [await pay(order()), await pay(order())];
    expect(first.purchased_code).not.toBe(second.purchased_code);
  });
});
