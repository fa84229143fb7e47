import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { axeViolations } from './support/axe';
import { describeWithBrowser } from './support/chromium';
import { heading, loaded } from './support/pages';
import { useDashboard } from './support/use-dashboard';

describeWithBrowser('people have to know in which list something is, or need a mouse to find it', () => {
  const service = useDashboard();

  const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Search' });

  /** Opens the search by keyboard, and types. The first result is then the selected one. */
  async function search(page: Page, text: string, first: RegExp): Promise<void> {
    await dialogOf(page).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.locator('[role="combobox"]:focus').waitFor();
    await page.keyboard.type(text);
    await dialogOf(page).getByRole('option', { name: first, selected: true }).waitFor();
  }
  const focused = (page: Page) =>
    page.evaluate('document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent');

  test('a client finds purchases, keys, plans and pages by keyboard alone', async () => {
    const owner = await service.addOwner(10_000);
    const client = await service.sellerFor(owner.accountId, 'Shop in Yaba');
    const [ref, phone] = [randomUUID(), '08031234567'];
    await client.buyAirtime({ ref, phone });
    const page = await service.signIn(owner, '/wallet');
    await loaded(page);

    await search(page, '+234 803 123 4567', new RegExp(ref));
    const box = dialogOf(page).getByRole('combobox');
    const selected = dialogOf(page).getByRole('option', { selected: true });
    expect(await box.getAttribute('aria-activedescendant')).toBe(await selected.getAttribute('id'));
    await dialogOf(page).getByRole('status').filter({ hasText: '1 result' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/transactions/${ref}`);
    await heading(page, /./);
    await dialogOf(page).waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');

    await search(page, 'yaba', /Shop in Yaba/);
    await page.keyboard.press('Enter');
    await heading(page, 'API keys');

    await search(page, 'a', /API keys/);
    const names = await dialogOf(page).getByRole('option').allTextContents();
    await page.keyboard.press('ArrowDown');
    expect(await selected.textContent()).toBe(names[1]);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    expect(await selected.textContent()).toBe(names.at(-1));
    await page.keyboard.press('Control+a');
    await page.keyboard.type('time zone');
    await dialogOf(page).getByRole('option', { name: 'Settings', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await heading(page, 'Settings');
  });

  test('the button opens it too, Escape closes it, and the focus returns', async () => {
    const page = await service.signIn(await service.addOwner(100), '/settings');
    await loaded(page);
    await page.getByRole('button', { name: 'Search' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('[role="combobox"]:focus').waitFor();
    await page.keyboard.type('nothing is called this');
    await page.getByText('No results').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'detached' });
    expect(await focused(page)).toContain('Search');
  });

  test('of a pasted API key only what lists show of it is sent', async () => {
    const owner = await service.addOwner(100);
    const page = await service.signIn(owner, '/settings');
    await loaded(page);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(decodeURIComponent(request.url())));
    const key = `tup_live_AbCd${'x'.repeat(41)}WxYz`;
    await page.keyboard.press('Control+k');
    await dialogOf(page).getByRole('combobox').fill(key);
    await page.getByText('No results').waitFor();
    expect(asked.filter((url) => url.includes('/api/search'))).toEqual([expect.stringContaining('tup_live_AbCd…WxYz')]);
    expect(asked.filter((url) => url.includes(key))).toEqual([]);
  });

  test('an operator finds purchases, accounts, keys and pages of the console, with the numbers masked', async () => {
    const [owner, operator] = [await service.addOwner(10_000), await service.addOperator()];
    const client = await service.sellerFor(owner.accountId, `Till ${owner.accountId.slice(-6)}`);
    const [ref, phone] = [randomUUID(), '08039876543'];
    await client.buyAirtime({ ref, phone });
    const page = await service.signIn(operator, '/operator/queues');
    await loaded(page);

    await search(page, phone, new RegExp(ref));
    expect(await dialogOf(page).getByText(phone).count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/operator/purchases/${ref}?account=${owner.accountId}`);

    await search(page, owner.accountId, /Account \d/);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/operator/accounts/${owner.accountId}`);

    await search(page, `till ${owner.accountId.slice(-6)}`, /Till/);
    await page.keyboard.press('Enter');
    await heading(page, /./);

    await search(page, 'failover', /Routing/);
    await page.keyboard.press('Enter');
    await heading(page, 'Routing');
  });
});
