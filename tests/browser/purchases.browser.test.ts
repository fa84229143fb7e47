import { describeWithBrowser } from './support/chromium';
import { goTo, heading, loaded } from './support/pages';
import { unusable } from './support/usable';
import { useDashboard } from './support/use-dashboard';

const REFUSED = '08000100001';

describeWithBrowser('nobody can tell why a purchase failed, or where its money is', () => {
  const service = useDashboard();

  test('a client finds it by its word, and reads why, whether to try again, and the refund', async () => {
    const owner = await service.addOwner(1_000);
    const client = await service.sellerFor(owner.accountId);
    await client.buyAirtime({ ref: 'order-good', amount: 100 });
    await client.buyAirtime({ ref: 'order-bad', amount: 200, phone: REFUSED });
    const page = await service.signIn(owner, '/transactions');
    await page.getByRole('link', { name: 'order-good' }).waitFor();
    await page.getByLabel('Search').fill('DER-GO');
    await page.getByRole('link', { name: 'order-bad' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'order-good' }).waitFor();
    await page.getByLabel('Search').fill('no-such-part');
    await page.getByText('No matching purchases').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await page.getByRole('link', { name: 'order-good' }).waitFor();
    const words = await page.getByLabel('Status').getByRole('option').allTextContents();
    expect(words).toEqual(['All', 'Pending', 'Successful', 'Failed · refunded', 'Refunded']);
    await page.getByLabel('Status').selectOption({ label: 'Failed · refunded' });
    await page.getByRole('link', { name: 'order-good' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'order-bad' }).click();

    await heading(page, '₦200.00 · MTN airtime');
    const why = page.getByRole('alert');
    await why.getByText('The provider could not complete the order.').waitFor();
    await why.getByText('Safe to try again with a new reference. If it fails again, check the number first.').waitFor();
    await why.getByText('₦200.00 was refunded. provider_rejected').waitFor();
    const payment = page.getByRole('region', { name: 'Payment' });
    expect(await payment.getByRole('term').allTextContents()).toEqual([
      ...['Amount', 'Balance before', 'Balance after', 'Refunded', 'Balance after refund'],
    ]);
    expect(await payment.getByRole('definition').allTextContents()).toEqual([
      ...['₦200.00', '₦900.00', '₦700.00', '+₦200.00', '₦900.00'],
    ]);
    expect(await page.content()).not.toMatch(/vtpass|\b016\b/i);
    expect(await unusable(page, ['/transactions/order-bad'])).toEqual([]);
  });

  test('an operator reads the same words with the codes, the answer masked, and one timeline', async () => {
    const owner = await service.addOwner(1_000);
    await (await service.sellerFor(owner.accountId)).buyAirtime({ ref: 'order-bad', amount: 200, phone: REFUSED });
    const page = await service.signIn(await service.addOperator());
    const path = `/operator/purchases/order-bad?account=${owner.accountId}`;
    await page.goto(path);
    await page.getByText('The provider could not complete the order.', { exact: true }).waitFor();
    await loaded(page);
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline.getByText('Refused by the provider.').waitFor();
    await timeline.getByText('failed · provider_rejected_016', { exact: true }).waitFor();
    await timeline.getByText('initiated · accepted', { exact: true }).waitFor();
    const attempt = page.getByRole('row', { name: /1\. VTpass/ });
    await attempt.getByText('No routing decision was needed.').waitFor();
    expect(await attempt.textContent()).toMatch(/Answer to the send, masked:HTTP 200, code: 016, .*, status: failed/);
    expect(await attempt.textContent()).not.toContain(REFUSED);
    expect(await page.getByText('None: only successful purchases earn').count()).toBe(1);
    await goTo(page, 'Purchases');
    await page.getByLabel('Status').selectOption({ label: 'Failed · refunded' });
    await page
      .getByRole('row', { name: /order-bad.*Failed · refunded/ })
      .first()
      .waitFor();
    expect(await unusable(page, [path])).toEqual([]);
  });
});
