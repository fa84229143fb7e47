import { reconcile, recordPull, recordRows } from '@topup/core/reconciliation';
import { dayInLagos, lagosMidnight } from '@topup/core/reporting';
import { systemClock } from '@topup/core/shared';
import { eventually, insertSold } from '@topup/testkit';
import { axeViolations } from './support/axe';
import { describeWithBrowser } from './support/chromium';
import { goTo, heading } from './support/pages';
import { unusable } from './support/usable';
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
    const closedDays = page.getByRole('region', { name: 'Closed days', exact: true });
    await closedDays
      .getByRole('row', { name: new RegExp(`${dayInLagos(start)}.*vtpass.*₦895\\.00.*@example\\.test`) })
      .waitFor();
    const read = page.getByRole('region', { name: 'Statements read', exact: true });
    await read.getByRole('row', { name: /vtpass.*a file/ }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close a day of vtpass' }).click();
    await page.getByLabel('Day in Lagos').fill(dayInLagos(start));
    await page.getByText(/^By .*@example\.test, /).waitFor();
    await page.keyboard.press('Escape');
    expect(await unusable(page, ['/operator/reconciliation'])).toEqual([]);

    await page.goto(new URL('/operator/purchases/sold', page.url()).href);
    await page.getByRole('row', { name: /t1.*vtpass, attempt 1.*₦105\.00/ }).waitFor();
  });

  test('a file is imported: its columns and range are proposed, what is wrong is said, and axe finds nothing', async () => {
    const page = await service.signIn(await service.addOperator());
    await page.setViewportSize({ width: 1280, height: 1400 });
    await goTo(page, 'Reconciliation');
    await page.getByRole('button', { name: 'Import a file' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import a statement from a file' });
    await dialog.getByLabel('Provider').selectOption('vtpass');
    const choose = (text: string) =>
      dialog.locator('input[type=file]').setInputFiles({
        ...{ name: 'statement.csv', mimeType: 'text/csv' },
        buffer: Buffer.from(text, text.includes('é') ? 'latin1' : 'utf8'),
      });
    await choose('é');
    await dialog.getByText('It is not text in UTF-8.').waitFor();

    const day = dayInLagos(start);
    const rows = Array.from({ length: 7 }, (_, n) => `${day} 1${n}:00;-${n + 1}.50;t-${n}`);
    await choose(['When;Amount;Transaction ID', ...rows].join('\n'));
    await dialog.getByText('It cannot be imported yet: no column is named for the time').waitFor();
    expect(await dialog.getByLabel('Amount').inputValue()).toBe('Amount');
    await dialog.getByLabel('Time', { exact: true }).selectOption('When');
    const until = dialog.getByLabel('Complete up to (Lagos)');
    await eventually(
      () => until.inputValue(),
      (value) => value.startsWith(dayInLagos(new Date(start.getTime() + 86_400_000))),
    );
    expect(await dialog.getByLabel('Complete from (Lagos)').inputValue()).toMatch(new RegExp(`^${day}T00:00`));
    await dialog.getByText('The first 5 of 7 rows.').waitFor();
    expect(await axeViolations(page)).toEqual([]);

    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog.getByText('7 rows of vtpass imported.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Done' }).click();
    expect(await service.db.statementRow.count({ where: { source: 'csv', amountKobo: { lte: 750n } } })).toBe(7);

    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Import a file' }).click();
    await dialog.getByLabel('Provider').selectOption('vtpass');
    await choose(['Date,Amount', `${day} 10:00,1.5x`].join('\n'));
    await dialog.getByText('row 1: its amount "1.5x" is not naira').waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });
});
