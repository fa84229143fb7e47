import { readPin } from './read-pin';

const NOTHING = { token: null, serial: null, doubt: null };

describe('a customer pays for a PIN and gets a wrong one, or none', () => {
  test.each<[string, unknown, object]>([
    [
      'JAMB',
      { Pin: 'Pin : 3678251321392432', purchased_code: 'Pin : 3678251321392432' },
      { token: '3678251321392432' },
    ],
    [
      'the WAEC result checker',
      {
        cards: [{ Serial: 'WRN123456790', Pin: '098765432112' }],
        purchased_code: 'Serial No:WRN123456790, pin: 098765432112',
      },
      { token: '098765432112', serial: 'WRN123456790' },
    ],
    [
      'the WAEC registration',
      { tokens: ['0123456789012345678'], purchased_code: 'Token: 0123456789012345678' },
      { token: '0123456789012345678' },
    ],
    [
      'the code alone',
      { purchased_code: 'Serial No:WRN12345679, pin: 098765432112' },
      { token: '098765432112', serial: 'WRN12345679' },
    ],
    ['the card alone', { cards: [{ Serial: 'WRN1', Pin: '098765432112' }] }, { token: '098765432112', serial: 'WRN1' }],
    ['one without a label', { purchased_code: '3678251321392432' }, { token: '3678251321392432' }],
  ])('%s', (_which, body, read) => {
    expect(readPin(body)).toEqual({ ...NOTHING, ...read });
  });

  test.each<[string, unknown]>([
    ['an empty code', { purchased_code: '' }],
    ['no body', undefined],
    ['absent values in words', { Pin: 'N/A', purchased_code: 'null' }],
    ['empty lists', { cards: [], tokens: [], purchased_code: null }],
    ['lists of another type', { cards: '[]', tokens: { 0: '098765432112' } }],
    ['a PIN that JSON has rounded', { Pin: 36782513213924320000 }],
  ])('none yet: %s', (_what, body) => {
    expect(readPin(body)).toEqual(NOTHING);
  });

  test.each<[string, unknown]>([
    ['two cards', { cards: [{ Pin: '098765432112' }, { Pin: '098765432113' }] }],
    ['another in the code', { Pin: 'Pin : 3678251321392432', purchased_code: 'Pin : 3678251321392433' }],
    [
      'another serial in the code',
      { cards: [{ Serial: 'WRN1', Pin: '098765432112' }], purchased_code: 'Serial No:WRN2, pin: 098765432112' },
    ],
    ['the token of a meter', { purchased_code: 'Token : 12345678901234567890' }],
    ['fewer digits than any PIN', { Pin: '123456789' }],
    ['what is no number', { Pin: 'Pin : pending' }],
    ['a serial that is no word', { cards: [{ Serial: '<b>', Pin: '098765432112' }] }],
  ])('left to a requery or a person: %s', (_what, body) => {
    expect(readPin(body)).toEqual({ ...NOTHING, doubt: 'a PIN that is not certain' });
  });
});
