import { reconcile, recordPull, recordRows } from '@topup/core/reconciliation';
import { systemClock } from '@topup/core/shared';
import { dayInLagos, lagosMidnight } from '@topup/core/time';
import { eventually, insertSold } from '@topup/testkit';
import { axeViolations } from './support/axe';
import { describeWithBrowser } from './support/chromium';
import { goTo, heading } from './support/pages';
import { unusable } from './support/usable';
import { useDashboard } from './support/use-dashboard';

describeWithBrowser('an operator cannot resolve where a provider and we do not agree', () => {
  const service = useDashboard();
  const start = lagosMidnight(systemClock.now(), 2);
  let sentAs: string;

  beforeAll(async () => {
    const { db } = service;
    const { accountId } = await service.addOwner(1_000);
    const at = new Date(start.getTime() + 3_600_000);
    await insertSold(db, [{ accountId, at, reference: 'sold' }]);
    const { providerRef } = await db.purchase.findFirstOrThrow({ where: { requestRef: 'sold' } });
    sentAs = String(providerRef);
    const row = { at, kind: 'sale', providerTransactionId: null, raw: {}, rowId: 't1', direction: 'debit' } as const;
    const money = { amountKobo: 10_500n, balanceBeforeKobo: 100_000n, balanceAfterKobo: 89_500n };
    await recordRows(db, 'vtpass', 'csv', [{ ...row, ...money, providerRef }]);
    const until = new Date(start.getTime() + 25 * 3_600_000);
    await recordPull(db, { provider: 'vtpass', source: 'csv', since: start, until, rows: 1, added: 1, fault: null });
    await reconcile(db, 'vtpass');
  });

  test('findings and drift are plotted; a finding is resolved, its day is closed, and axe finds nothing', async () => {
    const page = await service.signIn(await service.addOperator());
    await goTo(page, 'Reconciliation');
    await heading(page, 'Reconciliation');
    const finding = page.getByRole('row', { name: /Amount differs.*VTpass.*₦5\.00.*sold/ });
    await finding.getByText(sentAs).waitFor();
    await finding.getByText('balance ₦895.00').waitFor();
    const plots = page.getByRole('heading', { name: 'Findings by day' });
    expect((await finding.boundingBox())?.y).toBeLessThan((await plots.boundingBox())?.y ?? 0);
    await plots.scrollIntoViewIfNeeded();
    await page.getByRole('img', { name: /Findings of the last 30 days: 1 open\./ }).waitFor();
    await page.getByRole('img', { name: /Overcharged in the last 30 days: ₦5\.00\./ }).waitFor();
    await page.getByRole('button', { name: 'Close day for VTpass' }).click();
    await page.getByLabel('Day (Lagos time)').fill(dayInLagos(start));
    await page.getByText('1 open finding up to this day. Resolve them in the list.').waitFor();
    expect(await page.getByRole('button', { name: 'Sign and close' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await axeViolations(page)).toEqual([]);

    await page.getByRole('button', { name: /Resolve finding/ }).click();
    await page.getByLabel('Evidence').fill('they raised it');
    await page.getByRole('button', { name: 'Resolve', exact: true }).click();
    await page.getByRole('row', { name: /Amount differs.*Accepted by .*: they raised it/ }).waitFor();

    await page.getByRole('button', { name: 'Close day for VTpass' }).click();
    await page.getByLabel('Day (Lagos time)').fill(dayInLagos(start));
    await page.getByText('Changes without a row').waitFor();
    await page.getByRole('button', { name: 'Sign and close' }).click();
    await page.getByRole('row', { name: new RegExp(`^VTpass .*${dayInLagos(start)}`) }).waitFor();
    expect(await service.db.closedDay.count()).toBe(1);
    const closedDays = page.getByRole('group', { name: 'Closed days', exact: true });
    await closedDays
      .getByRole('row', { name: new RegExp(`${dayInLagos(start)}.*VTpass.*₦895\\.00.*@example\\.test`) })
      .waitFor();
    const read = page.getByRole('group', { name: 'Statements read', exact: true });
    await read.getByRole('row', { name: /VTpass.*File/ }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close day for VTpass' }).click();
    await page.getByLabel('Day (Lagos time)').fill(dayInLagos(start));
    await page.getByText(/^By .*@example\.test, /).waitFor();
    await page.keyboard.press('Escape');
    expect(await unusable(page, ['/operator/reconciliation'])).toEqual([]);

    await page.goto(new URL('/operator/purchases/sold', page.url()).href);
    await page.getByRole('row', { name: /t1.*VTpass, attempt 1.*₦105\.00/ }).waitFor();
  });

  test('a file is imported: its columns and range are proposed, what is wrong is said, and axe finds nothing', async () => {
    const page = await service.signIn(await service.addOperator());
    await page.setViewportSize({ width: 1280, height: 1400 });
    await goTo(page, 'Reconciliation');
    await page.getByRole('button', { name: 'Import file' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import a statement' });
    await dialog.getByLabel('Provider').selectOption('vtpass');
    const choose = (text: string) =>
      dialog.locator('input[type=file]').setInputFiles({
        name: 'statement.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(text, text.includes('é') ? 'latin1' : 'utf8'),
      });
    await choose('é');
    await dialog.getByText('The file is not UTF-8 text.').waitFor();

    const day = dayInLagos(start);
    const rows = Array.from({ length: 7 }, (_, n) => `${day} 1${n}:00;-${n + 1}.50;t-${n}`);
    await choose(['When;Amount;Transaction ID', ...rows].join('\n'));
    await dialog.getByText('You can’t import this file yet: no column is chosen for the time').waitFor();
    expect(await dialog.getByLabel('Amount').inputValue()).toBe('Amount');
    await dialog.getByLabel('Time', { exact: true }).selectOption('When');
    const until = dialog.getByLabel('Complete up to (Lagos time)');
    await eventually(
      () => until.inputValue(),
      (value) => value.startsWith(dayInLagos(new Date(start.getTime() + 86_400_000))),
    );
    expect(await dialog.getByLabel('Complete from (Lagos time)').inputValue()).toMatch(new RegExp(`^${day}T00:00`));
    await dialog.getByText('First 5 of 7 rows').waitFor();
    expect(await axeViolations(page)).toEqual([]);

    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog.getByText('7 rows imported from VTpass.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Done' }).click();
    expect(await service.db.statementRow.count({ where: { source: 'csv', amountKobo: { lte: 750n } } })).toBe(7);

    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Import file' }).click();
    await dialog.getByLabel('Provider').selectOption('vtpass');
    await choose(['Date,Amount', `${day} 10:00,1.5x`].join('\n'));
    await dialog.getByText('row 1: its amount "1.5x" is not naira').waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });

  test('the digest of an imported file pushes what an action has changed out of sight', async () => {
    const page = await service.signIn(await service.addOperator());
    await goTo(page, 'Audit log');
    const row = page.getByRole('row', { name: /reconciliation\.import/ });
    const table = page.getByRole('table').filter({ has: row });
    const [text, outer] = [await table.boundingBox(), await table.locator('..').boundingBox()];
    expect(text?.width).toBeLessThanOrEqual(outer?.width ?? 0);
  });
});
