import { reconcile, recordPull, recordRows } from '@topup/core/reconciliation';
import { dayInLagos, lagosMidnight } from '@topup/core/reporting';
import { systemClock } from '@topup/core/shared';
import { insertSold } from '@topup/testkit';
import { axeViolations } from './support/axe';
import { describeWithBrowser } from './support/chromium';
import { goTo, heading } from './support/pages';
import { useDashboard } from './support/use-dashboard';

describeWithBrowser('an operator cannot resolve where a provider and we do not agree', () => {
  const service = useDashboard();
  const start = lagosMidnight(systemClock.now(), 2);

  beforeAll(async () => {
    const { db } = service;
    const { accountId } = await service.addOwner(1_000);
    const at = new Date(start.getTime() + 3_600_000);
    await insertSold(db, [{ accountId, at, reference: 'sold' }]);
    const { providerRef } = await db.purchase.findFirstOrThrow({ where: { requestRef: 'sold' } });
    const row = { at, kind: 'sale', providerTransactionId: null, raw: {}, rowId: 't1', direction: 'debit' } as const;
    const money = { amountKobo: 10_500n, balanceBeforeKobo: 100_000n, balanceAfterKobo: 89_500n };
    await recordRows(db, 'vtpass', 'csv', [{ ...row, ...money, providerRef }]);
    const until = new Date(start.getTime() + 25 * 3_600_000);
    await recordPull(db, {
      ...{ provider: 'vtpass', source: 'csv', since: start, until },
      rows: 1,
      added: 1,
      fault: null,
    });
    await reconcile(db, 'vtpass');
  });

  test('findings and drift are plotted; a finding is resolved, its day is closed, and axe finds nothing', async () => {
    const page = await service.signIn(await service.addOperator());
    await goTo(page, 'Reconciliation');
    await heading(page, 'Reconciliation');
    await page.getByRole('img', { name: /Findings of 30 days: 1 are open\./ }).waitFor();
    await page.getByRole('img', { name: /Charged more than booked in 30 days: ₦5\.00\./ }).waitFor();
    await page.getByRole('row', { name: /Amount differs.*vtpass.*₦5\.00.*sold/ }).waitFor();
    expect(await axeViolations(page)).toEqual([]);

    await page.getByRole('button', { name: /Resolve finding/ }).click();
    await page.getByLabel('How you know').fill('they raised it');
    await page.getByRole('button', { name: 'Resolve', exact: true }).click();
    await page.getByRole('row', { name: /Amount differs.*Accepted by .*: they raised it/ }).waitFor();

    await page.getByRole('button', { name: 'Close a day of vtpass' }).click();
    await page.getByLabel('Day in Lagos').fill(dayInLagos(start));
    await page.getByText('Without a row').waitFor();
    await page.getByRole('button', { name: 'Sign and close' }).click();
    await page.getByRole('row', { name: new RegExp(`^vtpass .*${dayInLagos(start)}`) }).waitFor();
    expect(await service.db.closedDay.count()).toBe(1);

    await page.goto(new URL('/operator/purchases/sold', page.url()).href);
    await page.getByRole('row', { name: /t1.*vtpass, attempt 1.*₦105\.00/ }).waitFor();
  });
});
