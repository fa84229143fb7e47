import { productChoices } from './names';

test('a filter offers the products on sale, and the one that the address has', () => {
  expect(productChoices(['AIRTIME', 'DATA'], '')).toEqual({ AIRTIME: 'Airtime', DATA: 'Data' });
  expect(Object.keys(productChoices(['AIRTIME', 'DATA'], 'EXAM_PIN'))).toEqual(['AIRTIME', 'DATA', 'EXAM_PIN']);
});
