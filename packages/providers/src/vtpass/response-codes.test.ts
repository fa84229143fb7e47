import { RESPONSE_CODES, rejectionOf } from './response-codes';

const codesWhere = (holds: (row: { pay: string; requery: string; fault?: string }) => boolean) =>
  [...RESPONSE_CODES.values()].filter(holds).map((row) => row.code);

describe('a code that is listed as a rejection by mistake would refund each delivered order it meets', () => {
  // fault V10: on the send
  test('the codes that refuse a first and only send at once are those of the design, and no other', () => {
    expect(codesWhere((row) => row.pay === 'rejected')).toEqual(
      '010 011 012 013 017 018 021 022 023 024 025 026 027 028 031 032 034 035 040 085 087 091'.split(' '),
    );
    expect(codesWhere((row) => row.pay === 'rejected-if-failed')).toEqual(['016']);
  });

  // fault V10: on a requery
  // fault V11: on the send
  test('the codes that a requery has to confirm', () => {
    expect(codesWhere((row) => row.pay === 'confirm')).toEqual(['019', '020', '030']);
  });

  test('only 000 can say that an order was delivered when it is sent, and 001 when it is looked up', () => {
    expect(codesWhere((row) => row.pay === 'by-status')).toEqual(['000']);
    expect(codesWhere((row) => row.requery === 'by-status')).toEqual(['000', '001']);
  });

  test('whose fault a refusal is, where it is not the order itself', () => {
    expect(codesWhere((row) => row.fault === 'duplicate')).toEqual(['019']);
    expect(codesWhere((row) => row.fault === 'account')).toEqual([
      '018',
      '021',
      '022',
      '023',
      '024',
      '027',
      '085',
      '087',
    ]);
    expect(codesWhere((row) => row.fault === 'catalogue')).toEqual(['010', '011', '012', '028', '034', '035']);
  });

  test('another provider is asked only after what is about our account or what we offer', () => {
    const elsewhere = [...RESPONSE_CODES.values()].filter((row) => 'fault' in row && rejectionOf(row).elsewhere);
    expect(elsewhere.map(({ code }) => code)).toEqual(
      '010 011 012 018 021 022 023 024 027 028 034 035 085 087'.split(' '),
    );
  });

  test('every documented code is listed, in three digits, with its parts', () => {
    expect(RESPONSE_CODES.size).toBe(34);
    for (const row of RESPONSE_CODES.values()) {
      expect(row.code).toMatch(/^[0-9]{3}$/);
      expect(row.meaning).not.toBe('');
      if ('reason' in row) expect(row.reason).toMatch(/^[A-Z].+\.$/);
    }
  });

  test('what a client is told never speaks of our credentials or our balance', () => {
    for (const row of RESPONSE_CODES.values()) {
      if ('reason' in row) expect(row.reason).not.toMatch(/wallet|balance|credential|account|whitelist|VTpass/i);
    }
  });
});
