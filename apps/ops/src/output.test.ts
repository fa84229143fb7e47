import { tableOf } from './output';

describe('a text of a provider moves the cursor of an operator, or hides a row', () => {
  test.each([
    ['\\u001b[2J\\u001b[1;1Hall is well', '\u001b[2J\u001b[1;1Hall is well'],
    ['two\\u000d\\u000alines\\u0009and a tab', 'two\r\nlines\tand a tab'],
    ['right \\u202eto left, and nothing \\u200b', 'right \u202eto left, and nothing \u200b'],
    ['C1 \\u009b31m', 'C1 \u009b31m'],
    ['Ọ̀yọ́ ₦5', 'Ọ̀yọ́ ₦5'],
  ])('it is printed as %s', (printed, cell) => {
    expect(tableOf([{ a: cell, b: 'x' }], ['a', 'b'], '').split('\n')).toEqual([
      expect.stringMatching(/^A +B$/),
      `${printed}  x`,
    ]);
  });
});
