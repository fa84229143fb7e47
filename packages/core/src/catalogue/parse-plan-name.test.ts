import { parsePlanName } from './parse-plan-name';

test.each([
  ['N100 100MB - 24 hrs', '100MB', '24 hrs'],
  ['₦1,000.00 1.5GB - 30 days', '1.5GB', '30 days'],
  ['Airtel Data - 750MB - 14 days', 'Airtel Data - 750MB', '14 days'],
  ['Night plan - 1 night', 'Night plan', '1 night'],
  // what stands there is all there is to say
  ['N300 Xtratalk Weekly Bundle', 'N300 Xtratalk Weekly Bundle', ''],
  ['N100 - 24 hrs', 'N100', '24 hrs'],
  [' - 24 hrs', ' - 24 hrs', ''],
  ['N100 100MB - ', 'N100 100MB - ', ''],
  ['1.5GB-30 days', '1.5GB-30 days', ''],
])('%j is split into what it gives and for how long', (name, planName, validity) => {
  expect(parsePlanName(name)).toEqual({ planName, validity });
});
