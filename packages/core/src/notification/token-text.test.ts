import type { ClaimedNotification } from './notification.store';
import { tokenText } from './token-text';

const plain: ClaimedNotification = {
  id: 'n',
  attempt: 1,
  purchaseId: 'p1',
  requestRef: 'order-1',
  phone: '08030000001',
  disco: 'ikeja-electric',
  meterNumber: '1111111111111',
  amountKobo: 200_050n,
  token: '01234567890123456789',
  bonusToken: null,
  units: null,
};

describe('a lost or moved digit of a token is power that is not delivered', () => {
  test('the text has the token, the bonus token and the units', () => {
    expect(tokenText({ ...plain, bonusToken: '98765432109876543210', units: '79.9' })).toBe(
      [
        'Ikeja Electric token: 0123-4567-8901-2345-6789',
        'Bonus token: 9876-5432-1098-7654-3210',
        'Units: 79.9 kWh',
        'Meter: 1111111111111',
        'Amount: NGN 2000.50',
      ].join('\n'),
    );
  });

  test('the text has only the token', () => {
    expect(tokenText({ ...plain, disco: 'portharcourt-electric' })).toBe(
      'Portharcourt Electric token: 0123-4567-8901-2345-6789\nMeter: 1111111111111\nAmount: NGN 2000.50',
    );
  });

  test('the text is ASCII and fits into one SMS: another alphabet or a second page costs more', () => {
    const text = tokenText({
      ...plain,
      disco: 'portharcourt-electric',
      amountKobo: 50_000_000n,
      bonusToken: '9'.repeat(20),
      units: '10123.4567',
    });
    expect(text).toMatch(/^[\n -~]+$/);
    expect(text.length).toBeLessThanOrEqual(160);
  });
});
