import { setWebhookUrl } from '@topup/core/account';
import { insertSold } from '@topup/testkit';
import type { Page } from 'playwright-core';
import { axeViolations } from './support/axe';
import { describeWithBrowser } from './support/chromium';
import { createKey, heading, loaded } from './support/pages';
import { unusable } from './support/usable';
import { useDashboard } from './support/use-dashboard';

const REJECTED = '08000100000';
const PENDING = '08000400000';
const DAY_MS = 86_400_000;

describeWithBrowser('a client does not find what a figure counts, or what to do next', () => {
  const service = useDashboard();

  const rowsOf = (page: Page, caption: string) =>
    page.getByRole('table', { name: caption }).locator('tbody').getByRole('row');

  test('each figure leads to exactly the rows that it counts, and a low balance to where to pay', async () => {
    const { db } = service;
    const owner = await service.addOwner(1_000);
    const { accountId } = owner;
    const client = await service.sellerFor(accountId);
    for (const ref of ['one', 'two']) expect((await client.buyAirtime({ ref, amount: 100 })).status).toBe(200);
    expect((await client.buyAirtime({ ref: 'no', amount: 150, phone: REJECTED })).status).toBe(424);
    expect((await client.buyAirtime({ ref: 'later', amount: 200, phone: PENDING })).status).toBe(202);
    expect((await client.buyAirtime({ ref: 'small', amount: 1 })).status).toBe(400);
    await insertSold(db, [
      { accountId, at: new Date(), status: 'refunded', reference: 'back' },
      { accountId, at: new Date(Date.now() - 2 * DAY_MS), reference: 'before' },
    ]);
    const event = { accountId, event: 'data.purchase.success', status: 'success', details: 'x', askedBy: 'a test' };
    await db.webhookEvent.createMany({
      data: ['undelivered', 'delivered', 'undelivered', 'undelivered'].map((state) => ({
        ...event,
        state,
        finishedAt: new Date(),
      })),
    });
    await db.account.update({ where: { id: accountId }, data: { lowBalanceKobo: 90_000n } });

    const page = await service.signIn(owner);
    const PURCHASES = 'Purchases, newest first';
    for (const [card, value, title, caption, count, rows] of [
      ['Purchases today', '5', 'Transactions', PURCHASES, 5, /one|two|no|later|back/],
      ['Successful today', '₦200.00', 'Transactions', PURCHASES, 2, /one|two/],
      ['Pending', '1', 'Transactions', PURCHASES, 1, /later/],
      ['Failed · refunded today', '₦150.00', 'Transactions', PURCHASES, 1, /no/],
      ['Refunded today', '₦110.00', 'Transactions', PURCHASES, 1, /back/],
      ['Failed webhook deliveries', '3', 'Webhook', 'Deliveries, newest first', 3, /Failed/],
      ['API errors, last 24 hours', '1', 'Requests', 'Requests, newest first', 1, /400/],
      ['API errors, last 24 hours', '1 response 424', 'Requests', 'Requests, newest first', 1, /424/],
    ] as const) {
      await page.goto('/');
      const shown = page.locator('dl > div', { has: page.getByText(card, { exact: true }) });
      await shown.getByRole('link', { name: value, exact: true }).click();
      await heading(page, title);
      await loaded(page);
      const found = await rowsOf(page, caption).allTextContents();
      expect([card, found.length]).toEqual([card, count]);
      for (const row of found) expect(row).toMatch(rows);
    }

    await page.goto('/');
    const recent = page.getByRole('heading', { name: 'Recent purchases' });
    await recent.scrollIntoViewIfNeeded();
    const rate = page.getByRole('row', { name: /^Airtime 66\.7% .* 4 2 1$/ });
    await rate.getByRole('link', { name: '4', exact: true }).click();
    await page.getByRole('button', { name: /^From .* WAT$/ }).waitFor();
    await loaded(page);
    expect(await rowsOf(page, PURCHASES).count()).toBe(4);

    await page.goto('/');
    await page.getByRole('radiogroup', { name: 'Range' }).getByText('7 days').click();
    await recent.scrollIntoViewIfNeeded();
    await page.getByRole('row', { name: /^Data 50% .* 2 1 1$/ }).waitFor();
    await page.getByRole('img', { name: /^Success rate, All: Successful 60%/ }).waitFor();
    await page.getByRole('img', { name: /^Latency, All: p50 .*, p95 / }).waitFor();
    await page.getByRole('radiogroup', { name: 'Compare' }).getByText('Network').click();
    await page.getByRole('row', { name: /^MTN 60% .* 6 3 2$/ }).waitFor();
    await loaded(page);
    expect(await axeViolations(page)).toEqual([]);
    expect(await unusable(page, ['/', '/transactions?from=2026-11-26T09:00:00.000Z'])).toEqual([]);

    await page.goto('/');
    await page.getByText('Low balance', { exact: true }).waitFor();
    await page.locator('dl').getByRole('link', { name: 'Fund your wallet' }).click();
    await page.getByRole('region', { name: 'Fund your wallet' }).waitFor();
  });

  test('each step of the set-up leads to its page and ticks itself off, and the list ends', async () => {
    const { db } = service;
    const owner = await service.addOwner(1_000);
    const page = await service.signIn(owner);
    for (const [link, title] of [
      ['Create an API key', 'API keys'],
      ['Set up a webhook', 'Webhook'],
      ['Make your first purchase', 'Quick start'],
      ['Set up two-factor authentication', 'Security'],
    ] as const) {
      await page.goto('/');
      await page
        .getByRole('listitem')
        .filter({ hasText: `To do: ${link}` })
        .getByRole('link')
        .click();
      await heading(page, title);
    }
    await page.goto('/');
    expect(await unusable(page, ['/'])).toEqual([]);
    const done = (count: number) =>
      page.getByRole('region', { name: `Set up your account: ${count} of 5 done` }).waitFor();
    await done(1);
    await setWebhookUrl(db, owner.accountId, 'https://client.example/hooks');
    await done(2);
    const key = await createKey(page, 'Shop');
    await page.goto('/');
    await done(3);
    expect((await service.apiOf(key).buyAirtime({ ref: 'first', amount: 100 })).status).toBe(200);
    await page.getByRole('region', { name: /^Set up your account/ }).waitFor({ state: 'detached' });
  });
});
