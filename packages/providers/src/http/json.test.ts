import fc from 'fast-check';
import { ORDER, TRANSACTION } from '../../test/stub-provider';
import { readTokens } from '../meter/read-tokens';
import { readAnswer } from '../vtpass/answer/read-answer';
import { judgeSend } from '../vtpass/send/judge-send';
import { parseExact } from './exact';
import { parseJson } from './json';

const [ONE, OTHER] = ['50557085414044106445', '11112222333344445555'];

describe('an answer that says two things is taken at one of them', () => {
  test.each([
    '{"a":1,"a":2}',
    '{"a":1,"a":1}',
    String.raw`{"a":1,"\u0061":2}`,
    '[[{"b":{"":[],"":{}}}]]',
    '{"__proto__":1,"__proto__":2}',
    '{"a:":":","a:":"\\":"}',
  ])('%s names a key twice', (text) => {
    expect([parseJson(text), parseExact(text)]).toEqual([null, null]);
  });

  test('whatever JSON it is, it is read, and no longer when one of its keys is repeated', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), fc.jsonValue(), (value, key, other) => {
        const text = JSON.stringify(value);
        expect(parseJson(text)).toEqual(JSON.parse(text));
        const member = `${JSON.stringify(key)}:${text}`;
        expect(parseJson(`{${member}}`)).toEqual(JSON.parse(`{${member}}`));
        expect(parseJson(`[{${member},${JSON.stringify(key)}:${JSON.stringify(other)}}]`)).toBeNull();
      }),
      { numRuns: 500 },
    );
  });

  test('nesting deeper than the stack is read', () => {
    const depth = 100_000;
    expect(parseJson(`{"a":1,"a":${'['.repeat(depth)}${']'.repeat(depth)}}`)).toBeNull();
  });

  test('a delivered order whose answer ends with a rejection is neither delivered nor refunded', () => {
    const delivered = JSON.stringify({
      code: '000',
      content: { transactions: { ...TRANSACTION, status: 'delivered' } },
    });
    const failed = '"code":"016","content":{"transactions":{"status":"failed"}}';
    const judged = judgeSend(readAnswer(200, `${delivered.slice(0, -1)},${failed}}`), ORDER);
    expect(judged).toMatchObject({ kind: 'unknown', rejection: null });
  });

  test('of two tokens with one name, none is sold', () => {
    const extras = `{"token":"${ONE}","token":"${OTHER}"}`;
    for (const [first, second] of [
      [`{"token":"${ONE}"`, `"token":"${OTHER}"}`],
      [`{"purchased_code":"Token : ${ONE}"`, `"purchased_code":"Token : ${OTHER}"}`],
      [`{"token":"${ONE}"`, `"extras":${JSON.stringify(extras)}}`],
    ])
      expect(readTokens([parseJson(`${first},${second}`)])).toMatchObject({ token: null });
  });
});
