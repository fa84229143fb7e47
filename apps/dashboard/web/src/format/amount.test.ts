import { addNaira, isLess, isZero, readAmount, readAmountAboveZero, subtractNaira } from './amount';

test.each([
  ['50,000', '50000.00'],
  ['₦1 250.5', '1250.50'],
  ['0007', '7.00'],
  ['0.05', '0.05'],
  ['', null],
  ['-5', null],
  ['1.234', null],
  ['1e6', null],
  ['5,000.00.00', null],
])('a typed amount is the amount that is funded: %j is %j', (typed, amount) => {
  expect(readAmount(typed)).toBe(amount);
});

test.each(['0', '0.00', '', '-5'])('%j is no amount that moves money, and the form says what it takes', (typed) => {
  expect(readAmountAboveZero(typed, '500 or 500.50')).toEqual({
    amount: null,
    fault: 'Enter an amount above zero, such as 500 or 500.50.',
  });
});

test('the least amount that moves money is a kobo', () => {
  expect(readAmountAboveZero('0.01', '500')).toEqual({ amount: '0.01' });
});

test('the balance in the confirmation of a funding is exact to the kobo', () => {
  expect([addNaira('92233720368547757.99', '0.01'), addNaira('-0.50', '0.25'), addNaira('0.10', '0.20')]).toEqual([
    '92233720368547758.00',
    '-0.25',
    '0.30',
  ]);
  expect([isZero('0.00'), isZero('0.01'), isLess('9.99', '10.00'), isLess('10.00', '9.99')]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

test('what is left after a purchase is exact to the kobo, and below zero when the balance is too small', () => {
  expect([subtractNaira('92233720368547758.00', '0.01'), subtractNaira('0.10', '0.30')]).toEqual([
    '92233720368547757.99',
    '-0.20',
  ]);
});
