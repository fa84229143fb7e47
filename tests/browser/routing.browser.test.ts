import { describeWithBrowser } from './support/chromium';
import { goTo } from './support/pages';
import { unusable } from './support/usable';
import { useDashboard } from './support/use-dashboard';

describeWithBrowser('operators cannot say which provider serves which order', () => {
  const service = useDashboard({ settings: { PROVIDERS: 'vtpass,monnify,reloadly' } });

  test('an operator writes rules, activates them, simulates an order, and takes the rules back', async () => {
    const page = await service.signIn(await service.addOperator());
    await goTo(page, 'Routing');
    await page.getByText('No rules are active. Each order').waitFor();
    await page.getByRole('button', { name: 'Simulate' }).click();
    await page.getByText('VTpass would take this order.').waitFor();

    await page.getByRole('button', { name: 'Create version' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Rules').fill('AIRTIME mtn: reloadlyy, vtpass');
    await dialog.getByLabel('Note').fill('ticket 7');
    await dialog.getByRole('button', { name: 'Create version' }).click();
    await dialog.getByText('PROVIDERS does not list "reloadlyy"').waitFor();
    await dialog.getByLabel('Rules').fill('AIRTIME mtn: reloadly 100-500, vtpass off');
    await dialog.getByRole('button', { name: 'Create version' }).click();
    await dialog.waitFor({ state: 'detached' });

    const version = page.getByRole('row', { name: /^1 AIRTIME mtn: reloadly 100-500, vtpass off ticket 7/ });
    await version.getByRole('button', { name: 'Activate version 1' }).click();
    await dialog.getByRole('button', { name: 'Activate' }).click();
    await page.getByText('Active rules: version 1').waitFor();
    await page.getByLabel('Amount').fill('501');
    await page.getByRole('button', { name: 'Simulate' }).click();
    await page.getByText('Reloadly is skipped: the amount is outside its range.').waitFor();
    await page.getByText('VTpass is skipped: the rule turns it off.').waitFor();
    await page.getByText('No provider can take this order now.').waitFor();
    expect(await unusable(page, ['/operator/routing'])).toEqual([]);

    await page.getByRole('button', { name: 'Deactivate rules' }).click();
    await dialog.getByRole('button', { name: 'Deactivate rules' }).click();
    await page.getByText('No rules are active. Each order').waitFor();
    await goTo(page, 'Audit log');
    for (const action of ['routing.write', 'routing.activate']) await page.getByText(action).first().waitFor();
  });
});
