import { insertSold } from '@topup/testkit';
import { numberOf } from '../journey/support/products';
import { describeWithBrowser } from './support/chromium';
import type { DashboardWorld } from './support/dashboard-world';
import { askForApproval, type ConsoleOperator, operatorAtWork } from './support/operators';
import { goTo, heading } from './support/pages';
import { useDashboard } from './support/use-dashboard';

describeWithBrowser('an operator gives a discount blindly, or a reseller cannot see what they saved', () => {
  const service = useDashboard({ keepPages: true, settings: { EXAM_PINS: 'off' } });
  let ada: ConsoleOperator;
  let bola: ConsoleOperator;
  let owner: Awaited<ReturnType<DashboardWorld['addOwner']>>;

  beforeAll(async () => {
    [ada, bola] = await Promise.all([operatorAtWork(service), operatorAtWork(service)]);
    owner = await service.addOwner(10_000);
  });

  /** Fills the dialog of a discount of the tier standard, up to its effect. */
  async function look(chosen: string, percent: string, allowLoss = false): Promise<void> {
    await ada.page.goto('/operator/catalogue');
    await ada.page.getByRole('button', { name: 'Set discount' }).click();
    const dialog = ada.page.getByRole('dialog');
    await dialog.getByLabel('Tier').selectOption('standard');
    await dialog.getByLabel('Service').selectOption(chosen);
    await dialog.getByLabel('Discount in percent').fill(percent);
    if (allowLoss) await dialog.getByLabel('Allow a discount below our cost').check();
    await dialog.getByRole('button', { name: 'Continue' }).click();
  }

  test('a discount shows its effect, is refused below cost, and is then on the purchases of the tier', async () => {
    const client = await service.sellerFor(owner.accountId);
    expect((await client.buyAirtime({ ref: 'before-1', amount: 1_000 })).status).toBe(200);
    await look('MTN airtime', '2');
    const dialog = ada.page.getByRole('dialog');
    await dialog
      .getByText('The least commission of a provider in the last 30 days was 3.50% of the face value.')
      .waitFor();
    await dialog.getByText(/1 purchase for ₦1,000.00 in the last 30 days: ₦35.00 before, ₦15.00 after/).waitFor();
    expect(await service.db.discount.count()).toBe(0);

    await dialog.getByRole('button', { name: 'Back' }).click();
    await dialog.getByLabel('Discount in percent').fill('21');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByText('must be a percentage from 0.01 to 20').waitFor();
    await dialog.getByLabel('Discount in percent').fill('4');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByText('To sell at a loss, allow a discount below our cost.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Set discount' }).isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Back' }).click();
    await dialog.getByLabel('Discount in percent').fill('2');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('button', { name: 'Set discount' }).click();
    await dialog.waitFor({ state: 'detached' });
    await ada.page.getByRole('row', { name: /MTN.*Airtime.*standard.*2\.00%/ }).waitFor();

    await client.buyAirtime({ ref: 'saved-1', amount: 500 });
    await client.buyAirtime({ ref: 'refused-1', amount: 500, phone: numberOf('01') });
    const page = await service.signIn(owner, '/transactions');
    await page.getByRole('row', { name: /saved-1.*₦500\.00.*Charged ₦490\.00/ }).waitFor();
    await page.getByRole('row', { name: /refused-1.*Charged ₦490\.00.*refunded/ }).waitFor();
    await page.getByRole('link', { name: 'saved-1' }).click();
    await heading(page, /^₦500\.00/);
    await page.getByText('−₦490.00').first().waitFor();
    await page.getByText('Charged', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Receipt' }).click();
    await heading(page, 'Receipt');
    await page.getByText('₦500.00', { exact: true }).waitFor();
    expect(await page.getByText(/₦490|Charged/).count()).toBe(0);
    await page.goto('/products?tab=AIRTIME');
    await page.getByRole('row', { name: /MTN.*2\.00%/ }).waitFor();
    await page.goto('/products?tab=ELECTRICITY');
    await page.getByText('Sold at face value: you pay what the customer gets.').waitFor();
    expect(await page.getByRole('columnheader', { name: 'Discount' }).count()).toBe(0);
    await ada.page.goto('/operator/purchases/saved-1');
    await ada.page.getByText('₦490.00').first().waitFor();
    await ada.page.goto('/operator/purchases');
    await ada.page.getByRole('row', { name: /saved-1.*Charged ₦490\.00/ }).waitFor();
    await client.call('POST', '/v1/transaction/claim', { request_ref: 'saved-1', note: 'nothing came' });
    await goTo(ada.page, 'Claims');
    await ada.page.getByRole('row', { name: /saved-1.*₦500\.00 ?Charged ₦490\.00 ?Airtime.*Open/ }).waitFor();
  });

  test('exam PINs are offered neither for a discount nor in a filter while they are off', async () => {
    await ada.page.goto('/operator/catalogue');
    await ada.page.getByRole('button', { name: 'Set discount' }).click();
    const services = ada.page.getByRole('dialog').getByLabel('Service').getByRole('option');
    expect(await services.allTextContents()).toEqual(expect.arrayContaining(['MTN airtime', 'DStv']));
    expect((await services.allTextContents()).join()).not.toMatch(/WAEC|JAMB/);
    for (const path of ['/operator/purchases', '/operator/margin']) {
      await ada.page.goto(path);
      const products = ada.page.getByLabel('Product').getByRole('option');
      await products.first().waitFor({ state: 'attached' });
      expect(await products.allTextContents()).toEqual(['All', 'Airtime', 'Data', 'Cable TV', 'Electricity']);
    }
  });

  test('a discount that loses more than 10 % needs a second operator, whose page says what it is', async () => {
    await look('DStv', '15', true);
    const dialog = ada.page.getByRole('dialog');
    await dialog.getByText('This needs the approval of a second operator. You can ask for it next.').waitFor();
    await dialog.getByRole('button', { name: 'Set discount' }).click();
    const id = await askForApproval(ada.page, 'a campaign');
    expect(await service.db.discount.count({ where: { service: 'dstv' } })).toBe(0);

    await bola.page.goto(`/operator/approvals/${id}`);
    await heading(bola.page, 'Discount below cost');
    await bola.page.getByText('15.00%', { exact: true }).waitFor();
    await bola.approve(id);
    await ada.page.goto('/operator/catalogue');
    await ada.page.getByRole('row', { name: /DStv.*Cable TV.*standard.*15\.00%.*Allowed/ }).waitFor();
    await ada.page.getByRole('button', { name: 'Remove the discount of standard on DStv' }).click();
    await dialog.getByRole('button', { name: 'Remove discount' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await service.db.discount.count({ where: { service: 'dstv' } })).toBe(0);
  });

  test('the earnings show the commission, what tiers saved of it, and what remains; of data, price and cost', async () => {
    const sold = { accountId: owner.accountId, at: new Date() };
    const glo = { product: 'AIRTIME', service: 'glo', code: null, amountKobo: 10_000n, costKobo: 9_600n } as const;
    await insertSold(service.db, [sold, { ...sold, ...glo }, { ...sold, ...glo, costKobo: null }]);
    await ada.page.goto('/operator');
    await goTo(ada.page, 'Earnings');
    await heading(ada.page, 'Earnings');
    for (const name of [
      /^MTN 2 ₦1,500\.00 ₦52\.50 3\.50% ₦10\.00 0\.67% ₦42\.50 2\.85% –/,
      /^Glo 1 ₦100\.00 ₦4\.00 4\.00% ₦0\.00 0\.00% ₦4\.00 4\.00% 1 purchase Sold for ₦100\.00/,
      /^Total 3 ₦1,600\.00 ₦56\.50 3\.53% ₦10\.00 0\.63% ₦46\.50 2\.92% 1 purchase/,
      /^MTN data 1 ₦110\.00 ₦100\.00 ₦10\.00 9\.09% –/,
    ])
      await ada.page.getByRole('row', { name }).waitFor();
  });
});
