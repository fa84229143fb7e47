import { randomUUID } from 'node:crypto';
import { type ApiClient, eventually } from '@topup/testkit';
import { axeViolations } from './support/axe';
import { describeWithBrowser } from './support/chromium';
import { goTo } from './support/pages';
import { useDashboard } from './support/use-dashboard';

describeWithBrowser('people cannot limit an API key, or see what it was used for', () => {
  const service = useDashboard();
  const until = (client: ApiClient, code: string | undefined) =>
    eventually(
      () => client.balance(),
      ({ headers }) => headers['x-error-code'] === code,
    );

  test('an owner makes a limited key, sees what it has spent, and changes what it may', async () => {
    const owner = await service.addOwner(10_000);
    const page = await service.signIn(owner, '/developers/keys');
    await page.getByRole('button', { name: 'Create key' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('This key will sign your webhooks as soon as you create it.').waitFor();
    await dialog.getByLabel('Name').fill('Kiosk');
    await dialog.getByLabel('Expires').fill('2001-01-01T00:00');
    await dialog.getByLabel('Allowed IP addresses').fill('127.0.0.1/8');
    await dialog.getByLabel('Daily limit in naira').fill('5,000');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('write 127.0.0.0/8').waitFor();
    await dialog.getByLabel('Allowed IP addresses').fill('127.0.0.0/8\n2001:db8::/48');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('would have expired').waitFor();
    await dialog.getByLabel('Expires').fill('2099-06-01T12:00');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const key = (await dialog.locator('pre').textContent()) ?? '';
    await dialog.getByRole('button', { name: 'Done, I’ve saved it' }).click();

    const client = service.apiOf(key);
    expect((await client.buyAirtime({ ref: randomUUID(), amount: 3_000 })).status).toBe(200);
    expect((await client.buyAirtime({ ref: randomUUID(), amount: 3_000 })).headers['x-error-code']).toBe(
      'key_limit_reached',
    );
    await page.reload();
    const row = page.getByRole('row', { name: /Kiosk/ });
    await row.getByText('₦3,000.00').waitFor();
    await row.getByText('₦5,000.00').waitFor();
    await row.getByText('2001:db8::/48').waitFor();
    await row.getByText('1 Jun 2099').waitFor({ state: 'attached' });
    expect(await axeViolations(page)).toEqual([]);

    await row.getByRole('button', { name: 'Daily usage of the key Kiosk' }).click();
    const use = dialog.getByRole('row');
    await use.nth(1).getByText('₦3,000.00').waitFor();
    expect(await use.count()).toBe(15);
    await page.keyboard.press('Escape');

    await row.getByRole('button', { name: 'Change limits of the key Kiosk' }).click();
    await dialog.getByLabel('Permissions').selectOption('read');
    await dialog.getByLabel('Allowed IP addresses').fill('192.0.2.7');
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Change limits' }).click();
    await row.getByText('Read only').waitFor();
    await row.getByText('192.0.2.7/32').waitFor();
    await until(client, 'address_not_allowed');

    await goTo(page, 'Activity');
    const entry = page.getByRole('row', { name: /api_key\.limits.*Kiosk/ });
    await entry
      .getByText(/192\.0\.2\.7\/32/)
      .first()
      .waitFor();
  });

  test('an operator sees the keys of an account, and limits one', async () => {
    const [owner, operator] = [await service.addOwner(1_000), await service.addOperator()];
    const client = await service.sellerFor(owner.accountId, 'Shop');
    const page = await service.signIn(operator, `/operator/accounts/${owner.accountId}`);
    const row = page.getByRole('row', { name: /Shop/ });
    await row.getByRole('button', { name: 'Change limits of the key Shop' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Permissions').selectOption('read');
    await dialog.getByRole('button', { name: 'Change limits' }).click();
    await row.getByText('Read only').waitFor();
    await eventually(
      () => client.buyAirtime({ ref: randomUUID(), amount: 100 }),
      ({ headers }) => headers['x-error-code'] === 'key_scope',
    );
    expect((await client.balance()).status).toBe(200);
    expect(await axeViolations(page)).toEqual([]);
  });

  test('a member sees limits and use, and cannot change them', async () => {
    const owner = await service.addOwner(1_000);
    await service.sellerFor(owner.accountId, 'Shop');
    await service.db.dashboardUser.update({ where: { email: owner.email }, data: { role: 'member' } });
    const page = await service.signInByForm(owner, '/developers/keys', { viewport: { width: 390, height: 844 } });
    await page.getByRole('button', { name: 'Daily usage of the key Shop' }).waitFor();
    expect(await page.getByRole('button', { name: /limits/i }).count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
  });
});
