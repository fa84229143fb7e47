import { readCsv } from './read-csv';
import { type CsvColumns, readStatementCsv } from './read-statement-csv';

const COLUMNS: CsvColumns = { id: 'ID', at: 'Date', amount: 'Amount', direction: 'Type', reference: 'Request' };

const SIGNED: CsvColumns = { at: 'Date', amount: 'Amount' };
const SPLIT: CsvColumns = { ...SIGNED, direction: 'Type' };
const TWO: CsvColumns = { at: 'Date', debit: 'Out', credit: 'In' };

const read = (lines: string[], columns: CsvColumns = COLUMNS, zone = '+01:00') =>
  readStatementCsv(lines.join('\r\n'), { columns, zone });

describe('a file of a provider is read as other money than it says', () => {
  test('quotes, line breaks in cells, a byte order mark and no last line break', () => {
    expect(readCsv('\uFEFFa,"b ""x"", y"\r\n\r\n"1\n2",')).toEqual([
      ['a', 'b "x", y'],
      ['1\n2', ''],
    ]);
    expect(() => readCsv('a,b\n1,"2')).toThrow('line 2');
  });

  test('amounts are exact, times have a zone, and a row without an id gets one that stays', () => {
    const lines = ['Date,Amount,Request', '2026-11-20 09:05,"-1,500.50",r1', '20/11/2026 09:05:07,NGN 97,'];
    const columns = { at: 'Date', amount: 'Amount', reference: 'Request' };
    const first = read(lines, columns);
    expect(first).toMatchObject({
      kind: 'read',
      rows: [
        {
          direction: 'debit',
          amountKobo: 150_050n,
          providerRef: 'r1',
          kind: 'sale',
          at: new Date('2026-11-20T08:05:00Z'),
        },
        {
          direction: 'credit',
          amountKobo: 9_700n,
          providerRef: null,
          kind: 'other',
          at: new Date('2026-11-20T08:05:07Z'),
        },
      ],
    });
    expect(read(lines, columns)).toEqual(first);
    const twice = read([...lines, lines[2] ?? ''], columns);
    if (twice.kind !== 'read') throw new Error('unreadable');
    expect(new Set(twice.rows.map(({ rowId }) => rowId)).size).toBe(3);
  });

  test('debits and credits in columns of their own, with balances', () => {
    const columns = { id: 'ID', at: 'At', debit: 'Out', credit: 'In', before: 'Opening', after: 'Closing' };
    const lines = [
      'ID,At,Out,In,Opening,Closing',
      '1,2026-11-20T09:00:00Z,100.00,,500,400',
      '2,2026-11-20T09:01:00Z,0,3,400,403',
    ];
    expect(read(lines, columns)).toMatchObject({
      rows: [
        { rowId: '1', direction: 'debit', amountKobo: 10_000n, balanceBeforeKobo: 50_000n, balanceAfterKobo: 40_000n },
        { rowId: '2', direction: 'credit', amountKobo: 300n, balanceAfterKobo: 40_300n },
      ],
    });
  });

  test.each([
    ['a fraction of a kobo', '1,2026-11-20 09:00,1.005,debit,r', 'row 1: its amount'],
    ['a number of a spreadsheet', '1,2026-11-20 09:00,1.5E+3,debit,r', 'row 1: its amount'],
    ['a thousand as some spreadsheets write it', '1,2026-11-20 09:00,1.000,debit,r', 'row 1: its amount "1.000"'],
    [
      'a reference as a number',
      '1,2026-11-20 09:00,1,debit,2.02611E+33',
      'row 1: its reference "2.02611E+33" is a num',
    ],
    ['a reference as a formula', '1,2026-11-20 09:00,1,debit,"=""2026"""', 'row 1: its reference "="2026"" is a form'],
    ['a reference marked as a text', "1,2026-11-20 09:00,1,debit,'2026", `row 1: its reference "'2026" is a form`],
    ['an id as a number', '4.5e+10,2026-11-20 09:00,1,debit,r', 'row 1: its id "4.5e+10" is a number'],
    ['a direction that we do not know', '1,2026-11-20 09:00,1,sideways,r', 'row 1: its direction "sideways"'],
    ['a day that is none', '1,2026-02-30 09:00,1,debit,r', 'row 1: "2026-02-30 09:00" is not a time'],
    ['a cell too few', '1,2026-11-20 09:00,1,debit', 'row 1: it has 4 cells'],
  ])('%s makes the whole file unreadable', (_, line, fault) => {
    const good = '2,2026-11-20 09:00,1,debit,r';
    const answer = read(['ID,Date,Amount,Type,Request', line, good]);
    expect(answer).toEqual({ kind: 'unreadable', faults: [expect.stringContaining(fault)] });
  });

  test.each<[string, string[], CsvColumns, string]>([
    ...[
      ['a sign beside a direction', ['Date,Amount,Type', '2026-11-20 09:00,-100.00,debit'], 'row 1: its amount'],
      ['a direction that is empty', ['Date,Amount,Type', '2026-11-20 09:00,100.00,'], 'row 1: its direction ""'],
    ].map(([why, lines, fault]) => [why, lines, SPLIT, fault] as [string, string[], CsvColumns, string]),
    ...[
      ['a debit that is no amount beside a credit', '2026-11-20 09:00,1.2.3,5', 'row 1: its debit "1.2.3"'],
      ['a credit that is no amount beside a debit', '2026-11-20 09:00,5,x', 'row 1: its credit "x"'],
      ['a debit below zero', '2026-11-20 09:00,-5,', 'row 1: its debit "-5"'],
      ['a debit and a credit', '2026-11-20 09:00,5,5', 'row 1: it has a debit and a credit'],
      ['neither', '2026-11-20 09:00,0,', 'row 1: it has no amount'],
    ].map(([why, line, fault]) => [why, ['Date,Out,In', line], TWO, fault] as [string, string[], CsvColumns, string]),
    [
      'the same heading twice',
      ['Date,Amount, Amount', '2026-11-20 09:00,1,2'],
      SIGNED,
      'more than one column has the heading "Amount"',
    ],
    [
      'one id of two rows',
      ['Date,Amount,ID', 'D,1,a', 'D,2,a'],
      { ...SIGNED, id: 'ID' },
      'row 2: its id "a" is the id of row 1',
    ],
    [
      'more columns than a statement has',
      [['Date', 'Amount', ...Array.from({ length: 99 }, (_, n) => `c${n}`)].join(','), 'D,1'],
      SIGNED,
      'it has 101 columns, the most is 100',
    ],
    ['a NUL', ['Date,Amount', 'D,1', 'D,\u0000'], SIGNED, 'row 2: it has the control character U+0000'],
    ['an escape', ['Date,Amount', 'D\u001b[2J,1'], SIGNED, 'row 1: it has the control character U+001B'],
    ['half a character', ['Date,Amount,Note', 'D,1,\ud800'], SIGNED, 'row 1: it is not whole Unicode'],
    ['a control character in a heading', ['Date\u0007,Amount', 'D,1'], SIGNED, 'the headings: it has the control'],
    [
      'a direction without an amount',
      ['Date,Type', 'D,debit'],
      { at: 'Date', direction: 'Type' },
      'no column is chosen',
    ],
    [
      'an amount and debits',
      ['Date,Amount,Out,In', 'D,1,2,3'],
      { ...SIGNED, debit: 'Out', credit: 'In' },
      'choose either amount, or debit and credit',
    ],
    [
      'one column for the amount and both balances',
      ['Date,Amount', 'D,1'],
      { ...SIGNED, before: 'Amount', after: 'Amount' },
      'the column "Amount" is chosen for amount and before and after',
    ],
    [
      'one column for both balances',
      ['Date,Amount,Balance', 'D,1,5'],
      { ...SIGNED, before: 'Balance', after: 'Balance' },
      'the column "Balance" is chosen for before and after',
    ],
    [
      'one column for debits and credits',
      ['Date,Sum', 'D,1'],
      { at: 'Date', debit: 'Sum', credit: 'Sum' },
      'the column "Sum" is chosen for debit and credit',
    ],
    [
      'an amount for the id',
      ['Date,Amount', 'D,1'],
      { ...SIGNED, id: 'Amount' },
      'the column "Amount" is chosen for id and amount',
    ],
  ])('%s is refused, never read as other money', (_, lines, columns, fault) => {
    const told = lines.map((line) => line.replace(/^D\b/, '2026-11-20 09:00'));
    const answer = read(told, columns);
    expect(answer).toMatchObject({ kind: 'unreadable', faults: expect.any(Array) });
    expect(answer.kind === 'unreadable' && answer.faults[0]).toContain(fault);
  });

  test.each([
    ['semicolons', ';'],
    ['tabs', '\t'],
  ])('%s between the cells, spaces around headings and rows of empty cells', (_, separator) => {
    const lines = [
      [' Date ', 'Amount', 'Type'],
      ['2026-11-20 09:00', '"1,500.50"', 'debit'],
      ['', ' ', ''],
    ];
    expect(
      read(
        lines.map((cells) => cells.join(separator)),
        SPLIT,
      ),
    ).toMatchObject({ rows: [{ direction: 'debit', amountKobo: 150_050n, raw: { Date: '2026-11-20 09:00' } }] });
  });

  test('one column can be the id of the row and the reference', () => {
    const columns = { ...SIGNED, id: 'Ref', reference: 'Ref', transaction: 'Ref' };
    expect(read(['Date,Amount,Ref', '2026-11-20 09:00,-5,r1'], columns)).toMatchObject({
      rows: [{ rowId: 'r1', providerRef: 'r1', providerTransactionId: 'r1' }],
    });
  });

  test('a heading with a comma, and cells below no heading', () => {
    const lines = ['"Date, time",Amount,', '2026-11-20 09:00,-5,x'];
    expect(read(lines, { at: 'Date, time', amount: 'Amount' })).toMatchObject({
      rows: [{ amountKobo: 500n, raw: { 'Date, time': '2026-11-20 09:00', 'column 3': 'x' } }],
    });
  });

  test('columns that are not there are named, with the headings that are', () => {
    expect(read(['ID,Date', '1,2'])).toEqual({
      kind: 'unreadable',
      faults: [
        'there is no column "Amount" (amount), "Type" (direction), "Request" (reference); its headings are "ID", "Date"',
      ],
    });
  });
});
