import { tokenFields } from '../shared/tokens';
import type { ClaimedNotification } from './notification.store';
import { tokenText } from './token-text';

const plain: ClaimedNotification = {
  id: 'n',
  attempt: 1,
  purchaseId: 'p1',
  requestRef: 'order-1',
  phone: '08030000001',
  productType: 'ELECTRICITY',
  service: 'ikeja-electric',
  recipient: '1111111111111',
  amountKobo: 200_050n,
  result: { token: '01234567890123456789', units: null },
};
const saying = (result: object) => tokenText({ ...plain, result: { ...plain.result, ...result } });

describe('a lost or moved digit of a token is power that is not delivered', () => {
  test('the text has the token, the bonus token and the units', () => {
    expect(saying({ bonus_token: '98765432109876543210', units: '79.9' })).toBe(
      [
        'Ikeja Electric token: 0123-4567-8901-2345-6789',
        'Bonus token: 9876-5432-1098-7654-3210',
        'Units: 79.9 kWh',
        'Meter: 1111111111111',
        'Amount: NGN 2000.50',
      ].join('\n'),
    );
  });

  test('tokens that change the key come first, in their order, and the text says to keep it', () => {
    const [k1, k2] = ['1'.repeat(20), '2'.repeat(20)];
    expect(saying({ bonus_token: '98765432109876543210', key_change_tokens: `${k1},${k2}` })).toBe(
      [
        'Your meter needs an update. Enter these in this order, each after the meter accepts the one before:',
        'Key change token 1: 1111-1111-1111-1111-1111',
        'Key change token 2: 2222-2222-2222-2222-2222',
        'Ikeja Electric token: 0123-4567-8901-2345-6789',
        'Bonus token: 9876-5432-1098-7654-3210',
        'Meter: 1111111111111',
        'Amount: NGN 2000.50',
      ].join('\n'),
    );
  });

  test.each(tokenFields)('%s is in the text with every digit', (field) => {
    expect(saying({ [field]: '98765432109876543210' })).toContain('9876-5432-1098-7654-3210');
  });

  test('the text has only the token', () => {
    expect(tokenText({ ...plain, service: 'portharcourt-electric' })).toBe(
      'Port Harcourt Electric token: 0123-4567-8901-2345-6789\nMeter: 1111111111111\nAmount: NGN 2000.50',
    );
  });

  test('the PIN of an exam is in the text as it is typed, with its serial, and says whose it is', () => {
    const waec = {
      ...plain,
      productType: 'EXAM_PIN',
      service: 'waec',
      recipient: plain.phone,
      amountKobo: 90_000n,
    } as const;
    expect(tokenText({ ...waec, result: { token: '373820665258', serial: 'WRN123456790' } })).toBe(
      'WAEC result checker PIN: 373820665258\nSerial: WRN123456790\nAmount: NGN 900.00',
    );
    const jamb = { ...waec, service: 'jamb', recipient: '0123456789', amountKobo: 620_000n };
    expect(tokenText({ ...jamb, result: { token: '3678251321392432' } })).toBe(
      'JAMB PIN: 3678251321392432\nProfile: 0123456789\nAmount: NGN 6200.00',
    );
  });

  test('the text is ASCII and fits into one SMS: another alphabet or a second page costs more', () => {
    const text = tokenText({
      ...plain,
      service: 'portharcourt-electric',
      amountKobo: 50_000_000n,
      result: { token: '01234567890123456789', bonus_token: '9'.repeat(20), units: '10123.4567' },
    });
    expect(text).toMatch(/^[\n -~]+$/);
    expect(text.length).toBeLessThanOrEqual(160);
  });
});
