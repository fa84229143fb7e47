import { previewStatement, proposeColumns } from './preview-statement';

const now = new Date('2026-11-25T20:00:00Z');
const preview = (text: string, columns?: Parameters<typeof previewStatement>[1]['columns']) =>
  previewStatement(text, { columns, zone: '+01:00', now });

describe('a file is imported that nobody has understood', () => {
  test.each([
    [
      ['Transaction ID', 'Date', 'Amount', 'Type', 'Request ID', 'Balance before', 'Balance after'],
      {
        transaction: 'Transaction ID',
        at: 'Date',
        amount: 'Amount',
        direction: 'Type',
        reference: 'Request ID',
        before: 'Balance before',
        after: 'Balance after',
      },
    ],
    [
      ['ID', 'Created At', 'Debit', 'Credit', 'Type', 'Balance'],
      { id: 'ID', at: 'Created At', debit: 'Debit', credit: 'Credit', after: 'Balance' },
    ],
    [['When', 'Type'], {}],
  ])('the columns of %j are proposed by their names', (headings, columns) => {
    expect(proposeColumns(headings)).toEqual(columns);
  });

  test('its headings and first rows are shown, and whole days of Lagos proposed', () => {
    const lines = Array.from({ length: 7 }, (_, n) => `2026-11-2${n % 3} 23:30,-${n + 1}`);
    expect(preview(['Date,Amount', ...lines].join('\n'))).toEqual({
      headings: ['Date', 'Amount'],
      rows: 7,
      columns: { at: 'Date', amount: 'Amount' },
      faults: [],
      first: lines.slice(0, 5).map((line) => line.split(',')),
      range: { from: new Date('2026-11-19T23:00:00Z'), to: new Date('2026-11-22T23:00:00Z') },
    });
  });

  test('a file of today is proposed up to its last row', () => {
    const { range } = preview('Date,Amount\n2026-11-25T18:00:00.500Z,1');
    expect(range).toEqual({ from: new Date('2026-11-24T23:00:00Z'), to: new Date('2026-11-25T18:00:01Z') });
  });

  test('what is wrong with it is said before it is imported', () => {
    expect(preview('Date,Amount\nx,1')).toMatchObject({ rows: 1, range: null, faults: ['row 1: "x" is not a time'] });
    expect(preview('Date,Sum\n2026-11-20 09:00,1').faults[0]).toContain('no column is chosen for the amount');
    expect(preview('Date,Sum\n2026-11-20 09:00,1', { at: 'Date', amount: 'Sum', after: 'Sum' })).toMatchObject({
      range: null,
      faults: [expect.stringContaining('"Sum" is chosen for amount and after')],
    });
    expect(preview('a,"b')).toMatchObject({ headings: [], faults: ['line 1: a quote does not begin or end a cell'] });
    expect(preview('')).toMatchObject({ headings: [], rows: 0, range: null, faults: [expect.any(String)] });
  });
});
