import { csvLine, escapeFormula } from './csv';

describe('a spreadsheet reads a text of somebody else as a formula', () => {
  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '＝1', ' =1'])('at the start: %j', (text) => {
    expect(escapeFormula(text)).toBe(`'${text}`);
  });

  test.each([
    ['a;=1+1', "a;'=1+1"],
    [';=1+1', ";'=1+1"],
    ['a; =1;+2', "a;' =1;'+2"],
    ['a\t=1', "a\t'=1"],
    ['\t=1', "'\t'=1"],
    ['a\n@x', "a\n'@x"],
    ['=a;=b', "'=a;'=b"],
  ])('after what begins a cell elsewhere: %j', (text, escaped) => {
    expect(escapeFormula(text)).toBe(escaped);
  });

  test.each(['ref-1', '08030000000', 'a=b', 'a;b', 'x; y-z', ''])('%j is none, and stays', (text) => {
    expect(escapeFormula(text)).toBe(text);
  });
});

test('commas, quotes and line breaks are quoted, and a line ends in CRLF', () => {
  expect(csvLine(['Ada, Obi', 'said "yes"', 'two\nlines', '₦ 5', ''])).toBe(
    '"Ada, Obi","said ""yes""","two\nlines",₦ 5,\r\n',
  );
});
