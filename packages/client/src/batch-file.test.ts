import { type BatchFault, readBatchFile } from './batch-file';

const HEADER = 'product,network,plan_id,phone,amount,reference';
const PHONE = '08031234567';
const file = (...lines: string[]) => readBatchFile([HEADER, ...lines].join('\n'));
const airtime = ({ network = 'mtn', phone = PHONE, amount = '100', reference = '' } = {}) =>
  `airtime,${network},,${phone},${amount},${reference}`;
const named = (faults: readonly BatchFault[]) => faults.map(({ row, field }) => [row, field]);
/** The result of a file with one fault: no row, and where the fault is. */
const faultOf = ({ rows, faults }: ReturnType<typeof readBatchFile>) => [rows, ...named(faults)];
const ROW = { row: 2, product: 'airtime', network: 'mtn', phone: PHONE, amountKobo: 10_000n };

describe('a row is read as another order than its person wrote', () => {
  test('airtime has network and amount; data has a plan, and an amount only when one is given', () => {
    const { rows, faults, notes } = file(
      airtime({ reference: 'order-1' }),
      `data,,mtn-1gb,${PHONE},,`,
      `data,mtn,mtn-1gb,${PHONE},300.50,`,
    );
    expect([faults, notes]).toEqual([[], []]);
    expect(rows).toEqual([
      { ...ROW, reference: 'order-1' },
      { row: 3, product: 'data', planId: 'mtn-1gb', phone: PHONE },
      { row: 4, product: 'data', planId: 'mtn-1gb', phone: PHONE, amountKobo: 30_050n },
    ]);
  });

  test('columns may stand in any order, in any case, and without those that nobody fills', () => {
    const { rows, faults } = readBatchFile(` Amount ,PHONE,Product,network\n 100 , ${PHONE} , Airtime , MTN \n`);
    expect([rows, faults]).toEqual([[ROW], []]);
  });

  test('a reference and a plan keep their case', () => {
    const { rows } = file(airtime({ reference: 'Ada-1' }), `data,,MTN-1GB,${PHONE},,`);
    expect(rows).toMatchObject([{ reference: 'Ada-1' }, { planId: 'MTN-1GB' }]);
  });

  test('a column that is there twice is a fault, because either could be meant', () => {
    expect(faultOf(readBatchFile(`product,network,phone,amount,Amount\nairtime,mtn,${PHONE},100,5000`))).toEqual([
      [],
      [1, 'amount'],
    ]);
  });

  test('a row with more cells than columns is a fault: an amount of 50,000 is not one of 50', () => {
    expect(faultOf(readBatchFile(`product,network,phone,amount\nairtime,mtn,${PHONE},50,000`))).toEqual([
      [],
      [2, 'row'],
    ]);
    expect(file(`${airtime()},,`)).toMatchObject({ rows: [ROW], faults: [] });
  });

  test('a quote that nobody closes is a fault, and hides no rows', () => {
    expect(faultOf(file(airtime(), `airtime,mtn,"x,${PHONE},100,`, airtime(), airtime()))).toEqual([[], [3, 'row']]);
  });
});

describe('a file that a spreadsheet wrote is refused, or read otherwise', () => {
  test.each([
    ['a byte order mark', `\uFEFF${HEADER}\n${airtime()}`],
    ['line ends of Windows', `${HEADER}\r\n${airtime()}\r\n`],
    ['blank lines at its end', `${HEADER}\n${airtime()}\n\n,,,,,\n`],
    ['semicolons', `${HEADER}\n${airtime()}\n`.replaceAll(',', ';')],
    ['quotes around each cell', `${HEADER}\n${airtime()}\n`.replace(/[^,\n]+/g, '"$&"')],
    ['a byte order mark before a quote', `\uFEFF"product",${HEADER.slice(8)}\n${airtime()}`],
  ])('%s', (_, text) => {
    expect(readBatchFile(text)).toEqual({ rows: [ROW], faults: [], notes: [] });
  });

  test('a quoted cell keeps separators and quotes', () => {
    const { rows, faults } = file(airtime({ reference: '"a,""b"";c"' }), airtime());
    expect([rows.map(({ reference }) => reference), faults]).toEqual([['a,"b";c', undefined], []]);
  });

  test('a quoted line end is a fault of its cell, and begins no row', () => {
    expect(faultOf(file(airtime({ reference: '"a\r\nb"' })))).toEqual([[], [2, 'reference']]);
  });

  test.each(['network', 'reference'])(
    '%s with a control character is a fault, as the database cannot store it',
    (name) => {
      expect(faultOf(file(airtime({ [name]: 'm\u0000tn' })))).toEqual([[], [2, name]]);
    },
  );

  test('a comma in the header says that semicolons are text', () => {
    expect(file(airtime({ reference: 'a;b' })).rows).toMatchObject([{ reference: 'a;b' }]);
  });

  test('blank lines are left out, and count as lines', () => {
    expect(named(file('', airtime(), ' , ,', airtime({ phone: '1' })).faults)).toEqual([[5, 'phone']]);
    expect(file('', airtime()).rows).toMatchObject([{ row: 3 }]);
  });
});

describe('a number that a spreadsheet changed goes to a stranger', () => {
  test.each([
    ['8031234567', 'without its 0'],
    ['8031234567.0', 'with decimals'],
    ['2348031234567', 'with the code of the country'],
    ['+2348031234567', 'with a plus'],
    ['+234 803 123 4567', 'in groups'],
    ['0803-123-4567', 'with dashes'],
    ['(0803) 123 4567', 'with brackets'],
    ["'08031234567", 'marked as text'],
    ['="08031234567"', 'as a formula of text'],
    ['"=""08031234567"""', 'as a quoted formula of text'],
  ])('%s, %s, is corrected and pointed out', (phone) => {
    const { rows, faults, notes } = file(airtime({ phone }));
    expect([rows, faults]).toEqual([[ROW], []]);
    expect(notes).toEqual([{ row: 2, field: 'phone', reason: expect.stringContaining(`was read as ${PHONE}.`) }]);
  });

  test.each([
    '',
    '0803123456',
    '080312345678',
    '1031234567',
    '5031234567',
    '23408031234567',
    '23480312345678',
    '+1 803 123 4567',
    '8031234567.5',
    '०८०३१२३४५६७',
    '08031234567\u0000',
    `${PHONE}/${PHONE}`,
    '0803123456O',
  ])('%j is no number', (phone) => {
    expect(faultOf(file(airtime({ phone })))).toEqual([[], [2, 'phone']]);
  });

  test.each(['8.03E+09', '8.031234567E+09', '2.34803E+12', '2,34803E+12'])('%s: its digits are lost', (phone) => {
    const { rows, faults } = file(airtime({ phone: `"${phone}"` }));
    expect([rows, faults]).toEqual([
      [],
      [{ row: 2, field: 'phone', reason: expect.stringMatching(/spreadsheet has shortened/) }],
    ]);
  });
});

describe('an amount is read as another', () => {
  test.each([
    ['1', 100n],
    ['0.5', 50n],
    ['0.05', 5n],
    ['100.50', 10_050n],
    ['"1,000"', 100_000n],
    ['"1,000,000.25"', 100_000_025n],
    ['007', 700n],
    ['999999999.99', 99_999_999_999n],
  ])('%s naira are %s kobo', (amount, amountKobo) => {
    expect(file(airtime({ amount })).rows).toEqual([{ ...ROW, amountKobo }]);
  });

  test.each([
    ...['0', '0.00', '-1', '+1', '1e3', '1E+03', '100.000', '.5', '1.', '₦100', 'NGN 100', '1 000', '0x10', '१००'],
    ...['"1,00"', '"1000,000"', '"10,0000"', '"500,00"', '1000000000', 'Infinity', '100\u0000'],
  ])('%s is no amount', (amount) => {
    expect(faultOf(file(airtime({ amount })))).toEqual([[], [2, 'amount']]);
  });

  test('airtime without one is a fault', () => {
    expect(faultOf(file(airtime({ amount: '' })))).toEqual([[], [2, 'amount']]);
  });
});

describe('a mistake is bought, or found one at a time', () => {
  test('each row names all its faults', () => {
    expect(named(file('airtime,,,1,x,', 'data,,,1,x,', `tv,,,${PHONE},1,`, airtime(), `,,,${PHONE},,`).faults)).toEqual(
      [
        [2, 'network'],
        [2, 'phone'],
        [2, 'amount'],
        [3, 'plan_id'],
        [3, 'phone'],
        [3, 'amount'],
        [4, 'product'],
        [6, 'product'],
      ],
    );
  });

  test('a row that is cut off has the faults of its missing cells', () => {
    expect(named(file('airtime,mtn').faults)).toEqual([
      [2, 'phone'],
      [2, 'amount'],
    ]);
  });

  test.each([
    ['no file', '', ['file']],
    ['no header', airtime(), ['product', 'phone', 'airtime', 'mtn', PHONE, '100']],
    ['a column that is misspelt', `product,phone,ammount\nairtime,${PHONE},100`, ['ammount']],
    ['a name that every object has', `product,phone,__proto__,constructor\n`, ['__proto__', 'constructor']],
  ])('%s: the header has faults, and no row is judged', (_, text, fields) => {
    const { rows, faults } = readBatchFile(text);
    expect([rows, new Set(named(faults).map(String))]).toEqual([[], new Set(fields.map((field) => `1,${field}`))]);
  });

  test('of very many columns that nobody knows, twenty are named', () => {
    const { faults } = readBatchFile(`${HEADER},${Array.from({ length: 50_000 }, (_, i) => `c${i}`)}`);
    expect(named(faults)).toEqual(Array.from({ length: 20 }, (_, i) => [1, `c${i}`]));
  });

  test('a column without a name may be there while its cells are empty', () => {
    const header = 'product,network,phone,amount,,\n';
    expect(readBatchFile(`${header}airtime,mtn,${PHONE},100,,`)).toMatchObject({ rows: [ROW], faults: [] });
    expect(faultOf(readBatchFile(`${header}airtime,mtn,${PHONE},100,x,`))).toEqual([[], [2, 'row']]);
  });

  test('a header alone has no row and no fault', () => {
    expect(file()).toEqual({ rows: [], faults: [], notes: [] });
  });
});

describe('a file takes more than a file may', () => {
  test('1,000 rows are read; of 1,001 none is', () => {
    expect(file(...Array(1_000).fill(airtime()), '', ',,,').rows).toHaveLength(1_000);
    const { rows, faults } = file(...Array(1_001).fill(airtime()));
    expect([rows, faults]).toEqual([[], [{ row: 1, field: 'file', reason: expect.stringContaining('1,000 rows') }]]);
  });

  test('an empty file says so, and 9mobile is the network that the API names etisalat', () => {
    expect(readBatchFile(' \r\n').faults).toEqual([{ row: 1, field: 'file', reason: 'The file is empty.' }]);
    const { rows, faults } = readBatchFile('product,network,phone,amount\nairtime,9mobile,08091234567,100');
    expect([faults, rows[0]?.network]).toEqual([[], 'etisalat']);
  });

  test('megabytes of one cell, and of empty cells, are read in a moment', () => {
    const began = performance.now();
    expect(file(airtime({ phone: '1'.repeat(2_000_000) })).rows).toEqual([]);
    expect(file(airtime({ phone: ' '.repeat(200_000).concat('x') })).rows).toEqual([]);
    expect(file(airtime({ amount: `"${'1,'.repeat(200_000)}"` })).rows).toEqual([]);
    expect(readBatchFile(','.repeat(200_000)).rows).toEqual([]);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});
