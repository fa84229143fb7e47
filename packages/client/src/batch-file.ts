/** A row of a file of orders. `row`: its line in the file, whose header is line 1. `amountKobo`: the face value. */
export type BatchRow = {
  row: number;
  product: 'airtime' | 'data';
  network?: string;
  planId?: string;
  phone: string;
  amountKobo?: bigint;
  reference?: string;
};

/** What is wrong with a field, so that nothing of the file can be bought. */
export type BatchFault = { row: number; field: string; reason: string };

/** What was corrected. */
export type BatchNote = { row: number; field: string; reason: string };

export type BatchFile = { rows: BatchRow[]; faults: BatchFault[]; notes: BatchNote[] };

const COLUMNS = ['product', 'network', 'plan_id', 'phone', 'amount', 'reference'] as const;
/** The name that people use, and the one of the API. */
const NETWORKS: Readonly<Record<string, string>> = { '9mobile': 'etisalat' };
type Cells = Partial<Record<(typeof COLUMNS)[number], string>>;
const MOST_ROWS = 1_000;
/** So many unknown columns are named. */
const MOST_NAMED = 20;

/** Reads a CSV file of at most 1,000 orders. It judges the form alone: what can be bought, the service knows. */
export function readBatchFile(text: string): BatchFile {
  if (text.trim() === '')
    return { rows: [], faults: [{ row: 1, field: 'file', reason: 'The file is empty.' }], notes: [] };
  const { lines, openQuote } = linesOf(text.replace(/^\uFEFF/, ''));
  const [header = { n: 1, cells: [] }, ...rest] = lines;
  const names = header.cells.map((name) => name.trim().toLowerCase());
  const file: BatchFile = { rows: [], faults: headerFaults(names), notes: [] };
  if (openQuote !== null)
    file.faults.push({ row: openQuote, field: 'row', reason: 'A double quote begins here, and nothing ends it.' });
  const filled = rest.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (filled.length > MOST_ROWS)
    file.faults.push({
      row: 1,
      field: 'file',
      reason: `A file has at most 1,000 rows, and this one ${filled.length}.`,
    });
  if (file.faults.length === 0) for (const { n, cells } of filled) readLine(n, names, cells, file);
  return file;
}

/** A column without a name is none: a spreadsheet leaves such behind. */
function headerFaults(names: readonly string[]): BatchFault[] {
  const fault = (field: string, reason: string) => ({ row: 1, field, reason });
  const unknown = [...new Set(names)].filter((name) => name !== '' && !COLUMNS.some((each) => each === name));
  return [
    ...['product', 'phone']
      .filter((name) => !names.includes(name))
      .map((name) => fault(name, 'This column is missing.')),
    ...COLUMNS.filter((name) => names.indexOf(name) !== names.lastIndexOf(name)).map((name) =>
      fault(name, 'This column is there twice.'),
    ),
    ...unknown.slice(0, MOST_NAMED).map((name) => fault(name, `There is no such column: use ${COLUMNS.join(', ')}.`)),
  ];
}

function readLine(row: number, names: readonly string[], given: readonly string[], file: BatchFile): void {
  const cells = given.map((cell) => cell.trim());
  if (cells.some((cell, i) => cell !== '' && !names[i])) {
    const reason = 'It has more cells than the header has names. Write an amount without commas, or in double quotes.';
    file.faults.push({ row, field: 'row', reason });
    return;
  }
  const hidden = names.filter((_, i) => /\p{Cc}/u.test(cells[i] ?? ''));
  if (hidden.length > 0) {
    for (const field of hidden)
      file.faults.push({ row, field, reason: 'It has a line end or another control character.' });
    return;
  }
  readRow(row, Object.fromEntries(names.map((name, i) => [name, cells[i]])), file);
}

function readRow(row: number, cells: Cells, { rows, faults, notes }: BatchFile): void {
  const before = faults.length;
  const wrong = (field: string, reason: string) => void faults.push({ row, field, reason });
  const product = cells.product?.toLowerCase();
  if (product !== 'airtime' && product !== 'data') {
    wrong('product', 'It must be airtime or data.');
    return;
  }
  const network = networkOf(cells.network);
  if (product === 'airtime' && !network) wrong('network', 'Airtime needs a network.');
  if (product === 'data' && !cells.plan_id) wrong('plan_id', 'Data needs a plan_id.');
  const phone = readPhone(cells.phone ?? '');
  if (phone === null) wrong('phone', phoneFault(cells.phone));
  else if (phone !== cells.phone) notes.push({ row, field: 'phone', reason: `${cells.phone} was read as ${phone}.` });
  const amountKobo = readAmount(cells.amount ?? '');
  if (amountKobo === null) wrong('amount', 'It must be naira with at most two decimals, such as 500 or 500.00.');
  if (product === 'airtime' && amountKobo === undefined) wrong('amount', 'Airtime needs an amount.');
  if (faults.length > before || phone === null) return;
  rows.push({
    row,
    product,
    phone,
    ...(product === 'airtime' && network && { network }),
    ...(product === 'data' && cells.plan_id && { planId: cells.plan_id }),
    ...(amountKobo && { amountKobo }),
    ...(cells.reference && { reference: cells.reference }),
  });
}

const networkOf = (text = ''): string => NETWORKS[text.toLowerCase()] ?? text.toLowerCase();

const PHONE_FORM = 'It must be 11 digits beginning with 0, such as 08031234567.';
const SHORTENED =
  'A spreadsheet has shortened it, so its digits are lost. Format the column as text, and write all 11 digits.';

/** Shortened, it is like 8.03E+09 or 2,34803E+12. */
const phoneFault = (text = ''): string => (/^\d([.,]\d{1,20})?E\+?\d{1,3}$/i.test(text) ? SHORTENED : PHONE_FORM);

/** A spreadsheet drops the first 0, adds decimals, or writes 2348031234567 or +234…. */
function readPhone(text: string): string | null {
  const plain = text.replace(/^="?|"$/g, '').replace(/[\s()'-]/g, '');
  const digits = plain.replace(/\.0+$/, '').replace(/^\+?234(?=\d{10}$)/, '0');
  if (/^0\d{10}$/.test(digits)) return digits;
  return /^[789]\d{9}$/.test(digits) ? `0${digits}` : null;
}

/** Undefined without an amount, null for what is none. */
function readAmount(text: string): bigint | null | undefined {
  if (text === '') return undefined;
  const [, naira, decimals = ''] = /^(\d{1,3}(?:,\d{3})*|\d{1,9})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  if (naira === undefined) return null;
  const kobo = BigInt(naira.replaceAll(',', '')) * 100n + BigInt(decimals.padEnd(2, '0'));
  return kobo > 0n ? kobo : null;
}

type Line = { n: number; cells: string[] };

/**
 * The lines of a CSV file by RFC 4180, with commas or semicolons, and the number of each. `openQuote`: the line with a
 * quote that nothing ends; null when there is none.
 */
function linesOf(text: string): { lines: Line[]; openQuote: number | null } {
  const separator = /^[^\r\n]*;/.test(text) && !/^[^\r\n]*,/.test(text) ? ';' : ',';
  const lines: Line[] = [];
  let [cells, cell, quoted, n]: [string[], string, boolean, number] = [[], '', false, 1];
  const end = () => {
    lines.push({ n, cells: [...cells, cell] });
    [cells, cell, n] = [[], '', n + 1];
  };
  for (let i = 0; i < text.length; i += 1) {
    const each = text[i];
    if (quoted && each === '"' && text[i + 1] === '"') {
      cell += '"';
      i += 1;
    } else if (each === '"') quoted = !quoted;
    else if (!quoted && each === separator) {
      cells.push(cell);
      cell = '';
    } else if (!quoted && each === '\n') end();
    else if (quoted || each !== '\r') cell += each;
  }
  const openQuote = quoted ? n : null;
  if (cell !== '' || cells.length > 0) end();
  return { lines, openQuote };
}
