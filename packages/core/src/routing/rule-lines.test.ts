import fc from 'fast-check';
import { productTypes } from '../product/products';
import { faultsOfRules, type RoutingRule, readRuleLines, toRuleLines } from './rules';

const ACCOUNT = '0199f3a2-7c1e-7b60-9d3e-0123456789ab';

const amounts = fc.option(fc.bigInt({ min: 1n, max: 99_999_999_99n }), { nil: null });
const rules: fc.Arbitrary<RoutingRule> = fc.record({
  accountId: fc.constantFrom(null, ACCOUNT),
  productType: fc.constantFrom(...productTypes),
  serviceId: fc.constantFrom(null, 'mtn', 'ikeja-electric'),
  providers: fc.array(
    fc.record({
      provider: fc.constantFrom('vtpass', 'monnify', 'reloadly'),
      leastKobo: amounts,
      mostKobo: amounts,
      enabled: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  ),
});

describe('a rule that an operator wrote is read as another one', () => {
  test('whatever is printed is read as what it was', () => {
    fc.assert(
      fc.property(fc.array(rules, { maxLength: 5 }), (some) => {
        expect(readRuleLines(toRuleLines(some).join('\n'))).toEqual({ rules: some, faults: [] });
      }),
    );
  });

  test('comments and empty lines are skipped, and words may be in small letters', () => {
    const text = `# for Christmas\n\nairtime mtn account ${ACCOUNT.toUpperCase()}: monnify 100-5000, vtpass -99.50, reloadly off # all\n`;
    expect(readRuleLines(text)).toEqual({
      faults: [],
      rules: [
        {
          accountId: ACCOUNT,
          productType: 'AIRTIME',
          serviceId: 'mtn',
          providers: [
            { provider: 'monnify', leastKobo: 100_00n, mostKobo: 5000_00n, enabled: true },
            { provider: 'vtpass', leastKobo: null, mostKobo: 99_50n, enabled: true },
            { provider: 'reloadly', leastKobo: null, mostKobo: null, enabled: false },
          ],
        },
      ],
    });
  });

  test.each([
    ['AIRTIME mtn monnify', 'there is no colon between the product and its providers.'],
    ['SHOES: vtpass', `"SHOES" is not a product. It must be one of ${productTypes.join(', ')}.`],
    ['AIRTIME mtn glo: vtpass', '"glo" must be "account" and the id of an account.'],
    ['AIRTIME account 7: vtpass', '"account 7" must be "account" and the id of an account.'],
    ['AIRTIME:', 'a provider is missing.'],
    ['AIRTIME: vtpass,, monnify', 'a provider is missing.'],
    ['AIRTIME: vtpass 5', '"5" must be amounts in naira such as 100-5000, 100- or -5000.'],
    ['AIRTIME: vtpass -', '"-" must be amounts in naira such as 100-5000, 100- or -5000.'],
    ['AIRTIME: vtpass 1.234-5', '"1.234-5" must be amounts in naira such as 100-5000, 100- or -5000.'],
    [
      'AIRTIME: vtpass on 5-6',
      '"vtpass on 5-6" must be a provider, amounts such as 100-5000, and "off", the last two if needed.',
    ],
  ])('%s is refused with its line', (line, fault) => {
    expect(readRuleLines(`\n${line}`)).toEqual({ rules: [], faults: [`Line 2: ${fault}`] });
  });
});

describe('rules are activated that would sell nothing, or name what there is not', () => {
  const context = {
    accounts: [ACCOUNT],
    providers: [
      { name: 'vtpass', dataServices: [{ serviceId: 'mtn-data', network: 'MTN' as const }] },
      { name: 'reloadly', dataServices: [], sells: ['AIRTIME' as const] },
    ],
  };
  const faultsOf = (...lines: string[]) => faultsOfRules(readRuleLines(lines.join('\n')).rules, context);

  test('rules that fit have no fault', () => {
    expect(
      faultsOf('AIRTIME: vtpass, reloadly', `AIRTIME mtn account ${ACCOUNT}: reloadly`, 'DATA mtn-data: vtpass'),
    ).toEqual([]);
  });

  test.each([
    ['AIRTIME mtnn: vtpass', 'AIRTIME mtnn: there is no service "mtnn". It must be one of mtn, glo, airtel, etisalat.'],
    ['DATA mtn: vtpass', 'DATA mtn: there is no service "mtn". It must be one of mtn-data.'],
    ['AIRTIME: monnify', 'AIRTIME: PROVIDERS does not list "monnify", only vtpass, reloadly.'],
    ['DATA: reloadly', 'DATA: reloadly does not sell DATA.'],
    ['AIRTIME: vtpass, vtpass off', 'AIRTIME: vtpass is listed twice.'],
    ['AIRTIME: vtpass 50-20', 'AIRTIME: the amount range of vtpass ends before it begins.'],
    ['AIRTIME: vtpass off', 'AIRTIME: every provider is off, so nothing could be sold.'],
    [
      `AIRTIME account ${ACCOUNT.replace('0', '1')}: vtpass`,
      `AIRTIME account ${ACCOUNT.replace('0', '1')}: there is no live account ${ACCOUNT.replace('0', '1')}.`,
    ],
  ])('%s', (line, fault) => {
    expect(faultsOf(line)).toEqual([fault]);
  });

  test('two rules for the same orders contradict each other', () => {
    expect(faultsOf('AIRTIME mtn: vtpass', 'AIRTIME mtn: reloadly')).toEqual([
      'AIRTIME mtn: there is another rule for the same orders.',
    ]);
  });
});
