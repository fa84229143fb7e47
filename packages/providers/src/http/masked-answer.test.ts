import { maskedAnswer } from './masked-answer';

const PATHS = ['code', 'response_description', 'content.transactions.status'];
const said = (response_description: unknown) => maskedAnswer(200, { response_description }, PATHS);

describe('a number, a token or a name of a customer would be kept and shown with the answer of a provider', () => {
  test('only the named fields are there, in their order, under any shape of the body', () => {
    const transactions = { status: 'failed', phone: '08031234567', name: 'ADA OBI' };
    const body = {
      token: '12345678901234567890',
      content: { transactions },
      response_description: 'FAILED',
      code: '016',
    };
    expect(maskedAnswer(200, body, PATHS)).toBe('HTTP 200, code: 016, response_description: FAILED, status: failed');
    expect(maskedAnswer(502, undefined, PATHS)).toBe('HTTP 502, not JSON');
    for (const shape of [
      null,
      [],
      'text',
      5,
      { content: [] },
      { code: {}, content: 'x' },
      { __proto__: { code: 'x' } },
    ])
      expect(maskedAnswer(200, shape, PATHS)).toBe('HTTP 200');
  });

  test.each([
    ['sent to 08031234567.', 'sent to …4567.'],
    ['Token : 8192 7304 6152 7384 9506', 'Token : …9506'],
    ['8192-7304-6152-7384-9506', '…9506'],
    ['8192–7304\u00a06152 - 73849506 for 2348031234567', '…9506 for …4567'],
    ['pin12345abc', 'pin…2345abc'],
    ['write to ada.obi@example.com', 'write to …'],
    ['LOW WALLET BALANCE, code 1234 of 950.00', 'LOW WALLET BALANCE, code 1234 of 950.00'],
  ])('%s is kept as %s', (text, kept) => {
    expect(said(text)).toBe(`HTTP 200, response_description: ${kept}`);
  });

  test('an answer as long as a body may be stops no worker', () => {
    for (const text of ['x', '1 ', ' ', '1\u2013']) expect(said(text.repeat(2 ** 20)).length).toBeLessThanOrEqual(500);
  });

  test('a number of JSON is masked like a text, and a long answer is cut', () => {
    expect(said(2348031234567)).toBe('HTTP 200, response_description: …4567');
    const long = 'x'.repeat(10_000);
    expect(maskedAnswer(200, { a: long, b: long, c: long }, ['a', 'b', 'c'])).toHaveLength(500);
  });
});
