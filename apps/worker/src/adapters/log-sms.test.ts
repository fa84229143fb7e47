import type { Log } from '@topup/core/shared';
import fc from 'fast-check';
import { createLogSms } from './log-sms';

function logged() {
  const lines: { message: string; fields: object | undefined }[] = [];
  const log: Log = {
    info: (message, fields) => lines.push({ message, fields }),
    warn: () => undefined,
    error: () => undefined,
  };
  return { lines, sms: createLogSms(log) };
}

async function lineFor(phone: string, text: string): Promise<string> {
  const { lines, sms } = logged();
  await sms.send(phone, text);
  expect(lines).toHaveLength(1);
  return JSON.stringify(lines[0]?.fields);
}

describe('whoever reads the log could use the token, or learn who bought it', () => {
  test.each([
    ['a token in groups', '1234-5678-9012-3456-7890', '…7890'],
    ['a bare token', '12345678901234567890', '…7890'],
    ['a meter number', '45067890123', '…0123'],
    ['a short meter number', '45067890', '…7890'],
    ['an amount', 'NGN 500000.00', 'NGN 500000.00'],
    ['units', '10123.4567 kWh', '10123.4567 kWh'],
  ])('%s', async (_what, text, shown) => {
    expect(await lineFor('08035550123', `x ${text}\ny`)).toBe(JSON.stringify({ to: '…0123', text: `x ${shown}\ny` }));
  });

  test('a whole message keeps the last four digits of its tokens and its meter', async () => {
    const { lines, sms } = logged();
    await sms.send(
      '08035550123',
      'Ikeja Electric token: 1234-5678-9012-3456-7890\nBonus token: 0987-6543-2109-8765-4321\nUnits: 79.9 kWh\nMeter: 45067890123\nAmount: NGN 2000.00',
    );
    expect(lines).toEqual([
      {
        message: 'SMS (no provider is set up, so it goes nowhere)',
        fields: {
          to: '…0123',
          text: 'Ikeja Electric token: …7890\nBonus token: …4321\nUnits: 79.9 kWh\nMeter: …0123\nAmount: NGN 2000.00',
        },
      },
    ]);
  });

  test('no token, however grouped, leaves more than four digits in a row', async () => {
    const digits = fc
      .array(fc.constantFrom(...'0123456789'), { minLength: 20, maxLength: 20 })
      .map((each) => each.join(''));
    await fc.assert(
      fc.asyncProperty(digits, fc.constantFrom(1, 2, 3, 4, 5, 20), async (token, size) => {
        const grouped = token.match(new RegExp(`.{1,${size}}`, 'g'))?.join('-') ?? '';
        const shown = await lineFor('08035550123', `Token: ${grouped}\nMeter: ${token.slice(0, 11)}`);
        expect(shown.replaceAll('-', '')).not.toMatch(/\d{5}/);
      }),
    );
  });
});
