import {
  idArgument,
  lineArgument,
  mappingIdArgument,
  nairaArgument,
  nameArgument,
  networkArgument,
  overlapArgument,
  percentArgument,
  rowIdArgument,
  timeArgument,
} from './arguments';

describe('a mistyped argument becomes money, a name or a time', () => {
  test.each([
    ['5000', 500_000n],
    ['0.5', 50n],
  ])('%p naira is %p kobo', (text, kobo) => {
    expect(nairaArgument(text)).toBe(kobo);
  });

  test.each(['0', '-5', '1.005', '1,000', '1e3', '5000 ', ''])('%p is not an amount', (text) => {
    expect(() => nairaArgument(text)).toThrow('It must be naira such as');
  });

  test.each([
    ['0', 0],
    ['10', 1_000],
    ['7.5', 750],
    ['1000', 100_000],
  ])('%p percent is %p basis points', (text, bps) => {
    expect(percentArgument(text)).toBe(bps);
  });

  test.each(['1000.01', '-1', '1e2', '7,5', '10%', '1.005', ''])('%p is not a percentage', (text) => {
    expect(() => percentArgument(text)).toThrow('It must be a percentage');
  });

  test.each(['', ' ', ' a', 'a\n', 'a\u0000b', 'a\ud800', 'a'.repeat(201)])('%j is not a line of text', (text) => {
    expect(() => lineArgument(text)).toThrow('It must be 1 to 200 printable characters');
  });

  test('a line of text can be in any language', () => {
    expect(lineArgument('Ọjà Ẹlẹ́kọ 🛒')).toBe('Ọjà Ẹlẹ́kọ 🛒');
  });

  test('a name cannot look like an id, because --account takes either', () => {
    expect(() => nameArgument('0199f3a2-7c1e-7b60-9d3e-0123456789ab')).toThrow('must not look like an id');
    expect(nameArgument('0199f3a2')).toBe('0199f3a2');
  });

  test('a name is not an id', () => {
    expect(() => idArgument('first')).toThrow('It must be an id');
    expect(idArgument('0199F3A2-7C1E-7B60-9D3E-0123456789AB')).toBe('0199f3a2-7c1e-7b60-9d3e-0123456789ab');
  });

  test('a network is one of four, in upper or lower case', () => {
    expect(['mtn', 'Glo', 'AIRTEL', '9mobile'].map(networkArgument)).toEqual(['MTN', 'GLO', 'AIRTEL', '9MOBILE']);
    expect(() => networkArgument('etisalat')).toThrow('It must be one of MTN, GLO, AIRTEL, 9MOBILE');
  });

  test('an overlap is whole hours, at most a week', () => {
    expect(['0', '24', '168'].map(overlapArgument)).toEqual([0, 24, 168]);
    for (const text of ['169', '-1', '1.5', '24h', ''])
      expect(() => overlapArgument(text)).toThrow('It must be a whole number of hours from 0 to 168.');
  });

  test.each(['0', '-1', '1.5', '1e3', '01', '9999999999', 'mtn-100', ''])('%p is not the id of a plan', (text) => {
    expect(() => rowIdArgument(text)).toThrow('It must be a whole number');
  });

  test.each(['yesterday', '2026-11-21', '2026-11-21T12:00:00', '1795262400', '2026-11-31T25:00:00Z', ''])(
    '%p is not a time with its offset',
    (text) => {
      expect(() => timeArgument(text)).toThrow('It must be a time with its offset');
    },
  );

  test('the same time can be written with any offset', () => {
    expect(timeArgument('2026-11-21T13:00+01:00')).toEqual(timeArgument('2026-11-21T12:00:00.000Z'));
  });

  test('the id of a mapping is not looked for where plans are listed', () => {
    expect(() => mappingIdArgument('x')).toThrow('`catalogue map` shows it.');
    expect(mappingIdArgument('12')).toBe(12);
  });

  test('the id of a plan is a number', () => {
    expect(rowIdArgument('12')).toBe(12);
  });
});
