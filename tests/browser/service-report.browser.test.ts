import { systemClock } from '@topup/core/shared';
import { dayInLagos, lagosMidnight } from '@topup/core/time';
import { insertSold } from '@topup/testkit';
import { axeViolations } from './support/axe';
import { describeWithBrowser } from './support/chromium';
import { goTo, heading } from './support/pages';
import { useDashboard } from './support/use-dashboard';

describeWithBrowser('an operator cannot show a regulator what failed, and how soon it was refunded', () => {
  const service = useDashboard();

  test('of a day or a month, with what stayed open and the list of failures', async () => {
    const { accountId } = await service.addOwner(1_000);
    const glo = { accountId, product: 'AIRTIME', service: 'glo', code: null } as const;
    // workers freeze yesterday
    const at = lagosMidnight(systemClock.now());
    await insertSold(service.db, [
      { accountId, at },
      { ...glo, at, status: 'failed', cause: 'provider_rejected', tookMs: 41_000, reference: 'rejected' },
      { ...glo, at: new Date('2026-03-02T10:00:00Z'), status: 'pending', answer: 'status pending' },
    ]);
    const page = await service.signIn(await service.addOperator());
    await goTo(page, 'Service report');
    await heading(page, 'Service report');
    await page.getByText('No purchases in this period').waitFor();
    await page.getByLabel('Day').fill(dayInLagos(at));
    await page.getByText('Figures of 1 day can still change').waitFor();
    const failed = page.getByRole('row', { name: /^Glo airtime 1 – 1 – – – –$/ });
    await failed.waitFor();
    await page.getByRole('row', { name: /^MTN data 1 1 –/ }).waitFor();
    await page.getByRole('row', { name: /^Glo airtime 1 – – –$/ }).waitFor();
    await page.getByRole('row', { name: /^Glo airtime 41\.0 s 41\.0 s 41\.0 s 1$/ }).waitFor();
    await page.getByRole('row', { name: /^Glo airtime 0 s 0 s 0 s –$/ }).waitFor();
    expect(await axeViolations(page)).toEqual([]);

    await page.getByLabel('Month').selectOption('2026-03');
    await page.getByRole('row', { name: /^Glo airtime status pending 1$/ }).waitFor();
    await page.getByLabel('Day').fill('2026-03-01');
    await page.getByText('No purchases in this period').waitFor();
    expect(page.url()).toMatch(/service-report\?day=2026-03-01$/);
    expect(await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toMatch(/\.csv\?day=2026-03-01$/);

    await page.getByLabel('Day').fill(dayInLagos(at));
    await failed.getByRole('link', { name: '1' }).click();
    await page.getByRole('link', { name: 'rejected' }).waitFor();
  });
});
