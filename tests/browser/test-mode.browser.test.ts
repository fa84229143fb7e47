import { axeViolations } from './support/axe';
import { describeWithBrowser } from './support/chromium';
import { createKey, goTo, heading, loaded } from './support/pages';
import { useDashboard } from './support/use-dashboard';

describeWithBrowser('a client tries things out with money, or takes play money for money', () => {
  const service = useDashboard();

  test('the switch shows the test account: its money, its keys, a reset, and back', async () => {
    const owner = await service.addOwner(1_000);
    const page = await service.signIn(owner, '/wallet');
    await page.getByText('₦1,000.00').first().waitFor();
    expect(await page.getByText('You are in test mode.').count()).toBe(0);

    await page.getByRole('switch', { name: 'Test mode' }).click();
    await page.getByText('You are in test mode.').waitFor();
    await goTo(page, 'Wallet');
    await heading(page, 'Wallet');
    await page.getByText('₦0.00').first().waitFor();
    await page.getByLabel('Amount in naira').fill('2500.50');
    await page.getByRole('button', { name: 'Add test money' }).click();
    await page.getByText('₦2,500.50').first().waitFor();
    await loaded(page);
    expect(await axeViolations(page)).toEqual([]);

    const key = await createKey(page, 'Laptop');
    expect(key).toMatch(/^tup_test_/);
    const { body } = await service.apiOf(key).balance();
    expect(body.data).toMatchObject({ balance: '2500.50' });

    await goTo(page, 'Wallet');
    await page.getByRole('button', { name: 'Reset test account' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reset test account' }).click();
    await page.getByText('₦0.00').first().waitFor();
    await goTo(page, 'API keys');
    await page.getByRole('cell', { name: 'Laptop' }).first().waitFor();

    await page.getByRole('switch', { name: 'Test mode' }).click();
    await page.getByText('₦1,000.00').first().waitFor();
    expect(await page.getByText('You are in test mode.').count()).toBe(0);
    await goTo(page, 'API keys');
    await loaded(page);
    expect(await page.getByRole('cell', { name: 'Laptop' }).count()).toBe(0);
  });
});
