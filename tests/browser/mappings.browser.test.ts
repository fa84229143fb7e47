import { describeWithBrowser } from './support/chromium';
import { goTo, heading, loaded } from './support/pages';
import { unusable } from './support/usable';
import { useDashboard } from './support/use-dashboard';

describeWithBrowser('operators cannot see or decide which product is which', () => {
  const service = useDashboard({ settings: { PROVIDERS: 'vtpass,monnify,reloadly' } });

  test('an operator syncs, confirms and rejects proposals, maps by hand, and accepts the rest', async () => {
    const page = await service.signIn(await service.addOperator());
    await goTo(page, 'Catalogue');
    await page.getByRole('link', { name: 'Mappings' }).click();
    await heading(page, 'Mappings');
    await page.getByText('No proposals to review.').waitFor();
    await page.getByText('All products are mapped').waitFor();

    await goTo(page, 'Catalogue');
    await page.getByRole('button', { name: 'Sync now' }).click();
    await page.getByText(/\d\d added/).waitFor();
    await page.getByRole('link', { name: 'Mappings' }).click();
    await page.getByLabel('Provider').selectOption('monnify');
    const proposed = page.getByRole('row', {
      name: /mtn-data\/mtn-10mb-100.*MTN 100MB 24 Hours.*Monnify 201 at ₦98\.50/,
    });
    await proposed.getByRole('rowheader', { name: /100 MB, 1 day/ }).waitFor();
    await proposed.getByText('−₦1.50').waitFor();
    expect(await proposed.locator('[data-in]').allTextContents()).toEqual(['−₦1.50']);
    const dearer = page.getByRole('row').filter({ hasText: '+₦' });
    expect(await dearer.locator('[data-in]').count()).toBe(0);
    expect(await dearer.locator('[data-loss]').count()).toBe(await dearer.count());
    await proposed.getByRole('button', { name: /^Confirm / }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Monnify product').waitFor();
    await dialog.getByText('MTN 100MB 24 Hours').waitFor();
    await dialog.getByRole('button', { name: 'Confirm mapping' }).click();
    await proposed.waitFor({ state: 'detached' });

    const glo = page.getByRole('row', { name: /glo-data\/glo-100 .*Monnify 241/ });
    await glo.getByRole('button', { name: /^Reject / }).click();
    await dialog.getByRole('button', { name: 'Reject mapping' }).click();
    await glo.waitFor({ state: 'detached' });
    await page
      .getByRole('row', { name: /glo-data\/glo-100 .*without a mapping/ })
      .getByRole('button')
      .click();
    await dialog.getByLabel('Product of Monnify').selectOption({ label: 'MTN 12GB Monthly (30 Days) (207, ₦3480.00)' });
    await dialog.getByRole('button', { name: 'Map product', exact: true }).click();
    await dialog.getByText('is of mtn-data, so it cannot be "glo-data/glo-100"').waitFor();
    await dialog.getByLabel('Product of Monnify').selectOption({ label: 'Glo 105MB 2 Days (241, ₦98.00)' });
    await dialog.getByRole('button', { name: 'Map product', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Confirm all proposals' }).click();
    await dialog.getByRole('button', { name: 'Confirm proposals' }).click();
    await page.getByText('No proposals to review.').waitFor();
    await page.getByLabel('Status').selectOption('confirmed');
    await page.getByRole('searchbox', { name: 'Product' }).fill('glo-100');
    await page.waitForURL(/search=glo-100/);
    await page.getByRole('row', { name: /glo-data\/glo-100 .*Glo 105MB 2 Days.*Confirmed.*@/ }).waitFor();
    expect(
      await service.db.productMapping.count({
        where: { provider: 'monnify', productType: 'DATA', status: 'confirmed' },
      }),
    ).toBe(29);
    await goTo(page, 'Audit log');
    for (const action of ['mapping.confirm', 'mapping.reject', 'mapping.make'])
      await page.getByText(action).first().waitFor();
  });

  test('the page fits every screen, can be used without eyes, and says what went wrong', async () => {
    const page = await service.signIn(await service.addOperator());
    const paths = ['', '?status=all', '?provider=reloadly'].map((query) => `/operator/catalogue/mappings${query}`);
    expect(await unusable(page, paths)).toEqual([]);
    await page.route('**/api/operator/mappings*', (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.goto('/operator/catalogue/mappings');
    await page.getByRole('button', { name: 'Try again' }).first().waitFor();
    await page.unroute('**/api/operator/mappings*');
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await loaded(page);
    await page.getByRole('row', { name: /mtn-data\/mtn-10mb-100.*Reloadly 345/ }).waitFor();
  });
});
