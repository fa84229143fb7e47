import type { Page } from 'playwright-core';
import { axeViolations } from './support/axe';
import { describeWithBrowser } from './support/chromium';
import type { Person } from './support/dashboard-world';
import { goTo, heading, loaded } from './support/pages';
import { smallTargets } from './support/touch';
import { unusable } from './support/usable';
import { useDashboard } from './support/use-dashboard';

const PHONE = '08031234567';
const REFUSED = '08000100001';

describeWithBrowser('a buyer cannot buy, buys twice, or does not learn what became of a purchase', () => {
  const service = useDashboard({ settings: { EXAM_PINS: 'on' } });

  async function addBuyer(accountId: string): Promise<Person> {
    const buyer = await service.addMember(accountId);
    await service.db.dashboardUser.update({ where: { email: buyer.email }, data: { role: 'buyer' } });
    return buyer;
  }

  /** The page "Buy" in test mode, with test money. */
  async function inTestMode(person: Person): Promise<Page> {
    const page = await service.signIn(person);
    await page.getByRole('switch', { name: 'Test mode' }).click();
    await page.getByText('You’re in test mode.').waitFor();
    await goTo(page, 'Wallet');
    await page.getByRole('button', { name: 'Add test money' }).click();
    await page.getByText('₦100,000.00').first().waitFor();
    await goTo(page, 'Buy');
    await heading(page, 'Buy');
    return page;
  }

  async function order(page: Page, fields: Record<string, string>): Promise<void> {
    for (const [label, value] of Object.entries(fields)) {
      const field = page.getByLabel(label);
      if (await field.evaluate((element: { tagName: string }) => element.tagName === 'SELECT'))
        await field.selectOption(value);
      else await field.fill(value);
    }
    await page.getByRole('button', { name: 'Continue' }).click();
  }

  const check = (page: Page) => page.getByRole('dialog', { name: 'Check before you buy' });

  test('in test mode a buyer buys airtime once with a double click, and is warned the second time', async () => {
    const { accountId } = await service.addOwner(1);
    const page = await inTestMode(await addBuyer(accountId));
    expect(await axeViolations(page)).toEqual([]);
    const airtime = { Network: 'mtn', 'Phone number': '+234 803 123 4567', 'Amount in naira': '250' };
    await order(page, { ...airtime, 'Amount in naira': '5' });
    await page.getByText('Amount must be between 10.00 and 50000.00').waitFor();
    await order(page, airtime);
    const dialog = check(page);
    await dialog.getByText('MTN airtime').waitFor();
    expect(await dialog.getByRole('definition').allTextContents()).toEqual([
      ...['MTN airtime', PHONE, '₦250.00', '₦100,000.00', '₦99,750.00'],
    ]);
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Buy for ₦250.00' }).dblclick();
    await page.getByText('Delivered.').waitFor();
    await page.getByText('Successful').waitFor();
    await loaded(page);
    expect(await axeViolations(page)).toEqual([]);
    const bought = await service.db.purchase.findMany({ where: { recipient: PHONE } });
    expect(bought.map(({ status, amountKobo }) => [status, amountKobo])).toEqual([['success', 25_000n]]);

    await page.getByRole('button', { name: 'New purchase' }).click();
    await order(page, airtime);
    await dialog.getByText('You have bought this before').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Back' }).click();
    expect(await page.getByLabel('Phone number').inputValue()).toBe('+234 803 123 4567');
    expect(await service.db.purchase.count({ where: { recipient: PHONE } })).toBe(1);
  });

  test('a buyer looks up a meter, buys electricity and gets the token; a refused number is paid back', async () => {
    const { accountId } = await service.addOwner(1);
    const page = await inTestMode(await addBuyer(accountId));
    await page.getByRole('tab', { name: 'Electricity' }).click();
    await page.getByLabel('Electricity company').selectOption('ikeja-electric');
    await page.getByLabel('Meter number').fill('45012345678');
    await page.getByRole('button', { name: 'Look up meter' }).click();
    await page.getByText('CHUKWU DANLADI').waitFor();
    await page.getByText('77 Awolowo Road').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    const dialog = check(page);
    await page.getByLabel('Meter number').fill('0800150000015');
    await order(page, { 'Amount in naira': '2000', 'Customer’s phone number': PHONE });
    await dialog.getByText('The meter number was not recognised.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Back' }).click();

    await page.getByLabel('Meter number').fill('45012345678');
    await order(page, { 'Amount in naira': '2000', 'Customer’s phone number': PHONE });
    await dialog.getByText('CHUKWU DANLADI').waitFor();
    await dialog.getByRole('button', { name: 'Buy for ₦2,000.00' }).click();
    await page.getByRole('button', { name: 'Copy token' }).waitFor();
    await loaded(page);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Open purchase' }).click();
    await heading(page, /₦2,000\.00 · Ikeja Electric/);
    await page.getByText('Bought by').waitFor();

    await goTo(page, 'Buy');
    await order(page, { Network: 'mtn', 'Phone number': REFUSED, 'Amount in naira': '100' });
    await dialog.getByRole('button', { name: 'Buy for ₦100.00' }).click();
    await page.getByText('₦100.00 was refunded.').waitFor();
  });

  test('a renewal costs what the provider says', async () => {
    const { accountId } = await service.addOwner(1);
    const page = await inTestMode(await addBuyer(accountId));
    await page.getByRole('tab', { name: 'Cable TV' }).click();
    await page.getByLabel('Provider').selectOption('gotv');
    await page.getByLabel('Smartcard number').fill('8061522780');
    await page.getByRole('button', { name: 'Look up smartcard' }).click();
    await page.getByText('Current package').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    const renewal = await page.getByRole('definition').filter({ hasText: '₦' }).textContent();
    await order(page, { 'Customer’s phone number': PHONE });
    await check(page)
      .getByRole('button', { name: `Buy for ${renewal}` })
      .click();
    await page.getByText('Delivered.').waitFor();
  });

  test('a data plan costs its price, and every form fits a phone', async () => {
    const { accountId } = await service.addOwner(1);
    const plan = { planId: 'mtn-10mb-100', network: 'MTN', name: 'MTN 100 MB', planName: '100 MB', validity: '1 day' };
    const sold = { providerService: 'mtn-data', providerCode: 'mtn-10mb-100', costKobo: 10_000n };
    await service.db.dataPlan.create({ data: { ...plan, ...sold } });
    const page = await inTestMode(await addBuyer(accountId));
    await page.getByRole('tab', { name: 'Data', exact: true }).click();
    await page.getByLabel('Network').selectOption('MTN');
    await page.getByLabel('Plan').selectOption(plan.planId);
    const price = String(await page.getByText(/^Price ₦/).textContent()).replace('Price ', '');
    await order(page, { 'Phone number': PHONE });
    await check(page)
      .getByRole('button', { name: `Buy for ${price}` })
      .click();
    await page.getByText('Delivered.').waitFor();
    const tabs = ['AIRTIME', 'DATA', 'CABLE_TV', 'ELECTRICITY'].map((product) => `/buy?product=${product}`);
    expect(await unusable(page, [...tabs, '/buy/files'])).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/buy?product=ELECTRICITY');
    await loaded(page);
    expect(await smallTargets(page)).toEqual([]);
  }, 240_000);

  test('an exam PIN is bought and shown; an exam of a profile is bought for the person who has it', async () => {
    const { accountId } = await service.addOwner(1);
    const page = await inTestMode(await addBuyer(accountId));
    await page.getByRole('tab', { name: 'Exam PIN' }).click();
    const exam = page.getByRole('combobox', { name: /^Exam/ });
    const names = await exam.getByRole('option').allTextContents();
    const chosen = (start: string) => ({ label: names.find((name) => name.startsWith(start)) ?? start });
    await exam.selectOption(chosen('WASSCE'));
    expect(await page.getByLabel('Profile ID').count()).toBe(0);
    await order(page, { 'Customer’s phone number': PHONE });
    await check(page)
      .getByRole('button', { name: /^Buy for / })
      .click();
    await page.getByRole('button', { name: 'Copy pin' }).waitFor();
    await page.getByRole('button', { name: 'New purchase' }).click();

    await exam.selectOption(chosen('UTME'));
    await page.getByLabel('Profile ID').fill('0123456789');
    await page.getByRole('button', { name: 'Look up profile' }).click();
    const person = await page
      .getByRole('status')
      .filter({ hasText: /[A-Z]{3,} [A-Z]{3,}/ })
      .textContent();
    await order(page, { 'Customer’s phone number': PHONE });
    await check(page).getByText(String(person)).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await check(page)
      .getByRole('button', { name: /^Buy for / })
      .click();
    await page.getByRole('button', { name: 'Copy pin' }).waitFor();
  });

  test('a viewer finds no way to buy, and reads what others bought', async () => {
    const { accountId } = await service.addOwner(1);
    const buyer = await inTestMode(await addBuyer(accountId));
    await order(buyer, { Network: 'glo', 'Phone number': PHONE, 'Amount in naira': '100' });
    await check(buyer).getByRole('button', { name: 'Buy for ₦100.00' }).click();
    await buyer.getByText('Delivered.').waitFor();

    const page = await service.signIn(await service.addMember(accountId));
    await page.getByRole('switch', { name: 'Test mode' }).click();
    await page.getByText('You’re in test mode.').waitFor();
    await loaded(page);
    expect(await page.getByRole('link', { name: 'Buy', exact: true }).count()).toBe(0);
    await page.goto('/buy');
    await page.getByText('You can’t buy by hand').waitFor();
    expect(await page.getByRole('button', { name: 'Continue' }).count()).toBe(0);
    await page.getByRole('link', { name: 'What was bought' }).click();
    await page.getByRole('link', { name: /^One purchase, / }).click();
    await page.getByRole('row', { name: new RegExp(`${PHONE}.*Successful`) }).waitFor();
    const moves = page.getByRole('button', { name: /^(Pause|Resume|Cancel the rest|Buy)/ });
    expect(await moves.count()).toBe(0);
    const asked = { product: 'AIRTIME', service: 'mtn', phone: PHONE, amount: '100' };
    const answer = await page.request.get('/api/buying/check', { params: asked });
    expect([answer.status(), (await answer.json()).code]).toEqual([403, 'not_a_buyer']);
    expect(await unusable(page, ['/buy', '/buy/files'])).toEqual([]);
  });
});
