import { readFileSync } from 'node:fs';
import type { MonthlyStatement } from '@topup/dashboard-contract';
import { insertSold } from '@topup/testkit';
import type { Page } from 'playwright-core';
import { describeWithBrowser } from './support/chromium';
import { heading, loaded } from './support/pages';
import { unusable } from './support/usable';
import { type DashboardInUse, useDashboard } from './support/use-dashboard';

const FOR_EVER_PENDING = '08000400000';

describeWithBrowser('an accountant cannot close a month, or prove what was bought', () => {
  const service = useDashboard();

  test('the statement of a month is that of SQL, links to its rows, and prints as black on white', async () => {
    const owner = await service.addOwner(5_000);
    const client = await service.sellerFor(owner.accountId);
    await client.buyAirtime({ ref: 'sold', amount: 150 });
    const page = await service.signIn(owner, '/wallet');
    await page.getByRole('link', { name: 'Statements' }).click();
    await heading(page, /^Statement of /);
    await loaded(page);

    const [said] = await service.db.$queryRaw<{ month: string; balance: string; day: string }[]>`
      SELECT to_char(now() AT TIME ZONE 'Africa/Lagos', 'FMMonth YYYY') AS month,
             to_char(balance_kobo / 100.0, 'FM999,999.00') AS balance,
             to_char(now() AT TIME ZONE 'Africa/Lagos', 'YYYY-MM') AS day
        FROM wallet WHERE account_id = ${owner.accountId}::uuid`;
    await heading(page, `Statement of ${said?.month}`);
    const balance = page.getByRole('table', { name: 'Balance' });
    expect(await balance.getByRole('row').allTextContents()).toEqual([
      'Opening balance₦0.00',
      'Funding+₦5,000.00',
      'Purchases−₦150.00',
      'Refunds₦0.00',
      'Adjustments₦0.00',
      `Balance now₦${said?.balance}`,
    ]);
    await page.getByRole('table', { name: 'Purchases by product' }).getByText('₦150.00 (1)').waitFor();
    const entries = page.getByRole('table', { name: /^Entries of the wallet/ });
    expect(await entries.getByRole('row').count()).toBe(3);

    const download = page.waitForEvent('download');
    await page.getByRole('region', { name: 'Balance' }).getByRole('link', { name: 'Export CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`statement-${said?.day}.csv`);
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines.map((line) => line.split(',')[1])).toEqual(['kind', 'opening', 'funding', 'debit', 'closing']);

    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await seen(page, ['header', 'nav', 'button', 'a[download]', 'label'])).toEqual([]);
    expect(await colours(page)).toEqual(ON_PAPER);
    expect(await page.getByText(`Account ID ${owner.accountId}.`).isVisible()).toBe(true);
    await page.emulateMedia({ media: 'screen' });

    await balance.getByRole('link', { name: 'Purchases' }).click();
    await heading(page, 'Wallet');
    await page.getByRole('row', { name: /sold.*Debit/ }).waitFor();
    expect(new URL(page.url()).searchParams.get('from')).toBe(`${said?.day}-01`);
  });

  test('another month is chosen, and its days are those of the account', async () => {
    const owner = await service.addOwner(1_000);
    await service.db.$executeRaw`UPDATE account SET created_at = '2026-03-05' WHERE id = ${owner.accountId}::uuid`;
    const at = new Date('2026-03-31T22:30:00Z'); // in Lagos still March
    await insertSold(service.db, [{ accountId: owner.accountId, at, reference: 'march' }]);
    const page = await service.signIn(owner, '/statements');
    await page.getByLabel('Month').selectOption('March 2026');
    await heading(page, 'Statement of March 2026');
    await page.getByRole('table', { name: 'Purchases by product' }).getByText('₦110.00 (1)').waitFor();
    await page.getByText('No entries this month.').waitFor();
    await page.getByRole('row', { name: 'Closing balance ₦0.00' }).waitFor();
    await page.getByRole('link', { name: 'Data', exact: true }).click();
    await page.getByRole('row', { name: /march/ }).waitFor();
    const { body } = await asked(service, page, '/api/statement?month=2026-04');
    expect(body.purchases).toEqual([]);
  });

  test('a successful purchase has a receipt, and one that was refunded or is pending says why it has none', async () => {
    const owner = await service.addOwner(5_000);
    const client = await service.sellerFor(owner.accountId);
    await client.buyAirtime({ ref: 'sold', amount: 150 });
    await client.buyAirtime({ ref: 'open', amount: 150, network: 'glo', phone: FOR_EVER_PENDING });
    const page = await service.signIn(owner, '/transactions/sold');
    await page.getByRole('link', { name: 'Receipt' }).click();
    await heading(page, 'Receipt');
    const name = (await service.db.account.findUniqueOrThrow({ where: { id: owner.accountId } })).name;
    for (const text of [name, '₦150.00', 'sold', 'MTN airtime']) await page.getByText(text).first().waitFor();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await seen(page, ['header', 'nav', 'button'])).toEqual([]);
    expect(await colours(page)).toEqual(ON_PAPER);
    await page.emulateMedia({ media: 'screen' });
    await page.goto('/transactions/open/receipt');
    await page.getByText(/^This purchase is (pending|initiated)\./).waitFor();
    expect(await page.getByRole('button', { name: 'Print' }).count()).toBe(0);
  });

  test('the receipt has every token, large, one by one, in the order in which the customer enters them', async () => {
    const owner = await service.addOwner(5_000);
    const client = await service.sellerFor(owner.accountId);
    const { body } = await client.buy('ELECTRICITY', { ref: 'keys', meter_number: '45012377701' });
    const { key_change_tokens, token } = body.data as Record<string, string>;
    const page = await service.signIn(owner, '/transactions/keys/receipt');
    const inGroups = (digits: string) => digits.replace(/(\d{4})(?=\d)/g, '$1 ');
    const tokens = [...(key_change_tokens ?? '').split(','), token ?? ''].map(inGroups);
    await page.getByText(tokens[0] ?? '').waitFor();
    const shown = await page.getByText(/^(\d{4} ){4}\d{4}$/).allInnerTexts();
    expect(shown).toEqual(tokens);
    await page.getByRole('button', { name: 'Copy key change tokens 2' }).waitFor();
  });

  test('the receipt of electricity has what the disco kept in naira', async () => {
    const owner = await service.addOwner(5_000);
    const client = await service.sellerFor(owner.accountId);
    const { body } = await client.buy('ELECTRICITY', { ref: 'kept', meter_number: '45012377709' });
    const { debt_deducted, vat } = body.data as Record<string, string>;
    const page = await service.signIn(owner, '/transactions/kept/receipt');
    const result = page.getByRole('region', { name: 'Result' });
    await result.getByText('VAT', { exact: true }).waitFor();
    const shown = await result.textContent();
    for (const fact of [`Debt deducted₦${debt_deducted}`, `VAT₦${vat}`]) expect(shown).toContain(fact);
  });

  test('the pages of statements and receipts fit every screen, and axe finds nothing', async () => {
    const owner = await service.addOwner(5_000);
    const client = await service.sellerFor(owner.accountId);
    await client.buyAirtime({ ref: `long-${'r'.repeat(30)}`, amount: 150 });
    const page = await service.signIn(owner);
    expect(await unusable(page, ['/statements', `/transactions/long-${'r'.repeat(30)}/receipt`])).toEqual([]);
  });
});

/** Those of these elements that are visible. */
async function seen(page: Page, selectors: string[]): Promise<string[]> {
  const shown: string[] = [];
  for (const selector of selectors)
    for (const element of await page.locator(selector).all()) if (await element.isVisible()) shown.push(selector);
  return shown;
}

/** Of all text, and of the paper. */
const colours = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const shown = [...document.querySelectorAll('main *')].filter((each) => each.checkVisibility());
    const text = shown.map((each) => getComputedStyle(each).color);
    return [...new Set([...text, getComputedStyle(document.body).backgroundColor])].sort();
  })()`);
/** Black, the dark grey of what is secondary, and white. */
const ON_PAPER = ['rgb(0, 0, 0)', 'rgb(255, 255, 255)', 'rgb(51, 51, 51)'];

async function asked(service: DashboardInUse, page: Page, path: string): Promise<{ body: MonthlyStatement }> {
  const answer = await page.request.get(`${service.dashboard.url}${path}`);
  return { body: await answer.json() };
}
