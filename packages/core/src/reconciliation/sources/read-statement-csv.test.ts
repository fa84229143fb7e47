import { readCsv } from './read-csv';
import { type CsvColumns, readStatementCsv } from './read-statement-csv';

const COLUMNS: CsvColumns = { id: 'ID', at: 'Date', amount: 'Amount', direction: 'Type', reference: 'Request' };

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
    ['a direction that we do not know', '1,2026-11-20 09:00,1,sideways,r', 'row 1: its amount'],
    ['a day that is none', '1,2026-02-30 09:00,1,debit,r', 'row 1: "2026-02-30 09:00" is no time'],
    ['a cell too few', '1,2026-11-20 09:00,1,debit', 'row 1: it has 4 cells'],
  ])('%s makes the whole file unreadable', (_, line, fault) => {
    const good = '2,2026-11-20 09:00,1,debit,r';
    const answer = read(['ID,Date,Amount,Type,Request', line, good]);
    expect(answer).toEqual({ kind: 'unreadable', faults: [expect.stringContaining(fault)] });
  });

  test('a column that is not there is named', () => {
    expect(read(['ID,Date', '1,2'])).toEqual({
      kind: 'unreadable',
      faults: ['Amount', 'Type', 'Request'].map((name) => expect.stringContaining(`"${name}"`)),
    });
  });
});
