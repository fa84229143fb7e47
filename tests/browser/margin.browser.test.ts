import { readFileSync } from 'node:fs';
import { systemClock } from '@topup/core/shared';
import { lagosMidnight } from '@topup/core/time';
import { insertSold } from '@topup/testkit';
import type { Page } from 'playwright-core';
import { describeWithBrowser } from './support/chromium';
import { goTo, heading } from './support/pages';
import { useDashboard } from './support/use-dashboard';

describeWithBrowser('an operator changes prices blindly, or reads another margin than was earned', () => {
  const service = useDashboard();
  let shop: string;

  /** Yesterday one gain and one loss, and the day before something whose cost nobody knows. */
  beforeAll(async () => {
    const { accountId } = await service.addOwner(1_000);
    shop = (await service.db.account.findUniqueOrThrow({ where: { id: accountId } })).name;
    for (const [planId, costKobo] of [
      ['m1', 10_000n],
      ['m2', 20_000n],
    ] as const)
      await service.db.dataPlan.create({
        data: {
          planId,
          network: 'MTN',
          name: `MTN Plan ${planId}`,
          planName: planId,
          validity: '1 day',
          providerService: 'mtn-data',
          providerCode: planId,
          costKobo,
        },
      });
    const ago = (days: number) => new Date(lagosMidnight(systemClock.now(), days).getTime() + 1_000);
    await insertSold(service.db, [
      { accountId, at: ago(1), reference: 'gain' },
      { accountId, at: ago(1), reference: 'loss', code: 'm2', amountKobo: 19_000n, costKobo: 23_000n },
      { accountId, at: ago(2), reference: 'unsaid', product: 'AIRTIME', service: 'mtn', code: null, costKobo: null },
      { accountId, at: ago(2), reference: 'returned', status: 'refunded' },
    ]);
  });

  async function open(name: string): Promise<Page> {
    const page = await service.signIn(await service.addOperator());
    await goTo(page, name);
    return page;
  }

  test('the margin is plotted, listed by plan, account and purchase, and exported', async () => {
    const page = await open('Margin');
    await heading(page, 'Margin');
    await page.getByRole('img', { name: 'Margin of 7 days: −₦30.00. The table has all values.' }).waitFor();
    await page.getByLabel('Group by').selectOption('plan');
    await page
      .getByRole('row', { name: /MTN Plan m1.*mtn-data\/m1.*1.*₦110\.00.*₦100\.00.*₦10\.00.*9\.09%/ })
      .waitFor();
    await page.getByRole('row', { name: /MTN Plan m2.*₦190\.00.*₦230\.00.*−₦40\.00.*−21\.05%/ }).waitFor();
    await page.getByRole('row', { name: /^MTN .*1 purchase.*Sold for ₦110\.00/ }).waitFor();

    await page.getByLabel('Group by').selectOption('account');
    await page
      .getByRole('row', { name: new RegExp(shop) })
      .getByRole('link')
      .click();
    await page.getByRole('button', { name: `Only ${shop}` }).waitFor();
    await page.getByLabel('Group by').selectOption('purchase');
    await page.getByRole('row', { name: /unsaid.*MTN.*Airtime.*₦110\.00.*Unknown/ }).waitFor();
    expect(await page.getByRole('link', { name: 'returned' }).count()).toBe(0);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export CSV' }).click(),
    ]);
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines.find((line) => line.includes(',loss,'))).toMatch(/,DATA,MTN Plan m2,190\.00,230\.00,-40\.00,-21\.05$/);

    await page.getByRole('link', { name: 'loss' }).click();
    await page.getByText('−₦40.00 (−21.05%)').waitFor();
    await page.goto('/operator/purchases/returned');
    await page.getByText('None: only successful purchases earn').waitFor();
  });

  test('a price shows what it does, and is saved only then', async () => {
    const page = await open('Catalogue');
    await page.getByRole('button', { name: 'Set price of MTN Plan m1' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Price in naira').fill('95');
    await dialog.getByText('Below our cost of ₦100.00.').waitFor();
    await dialog.getByLabel('Allow a price below our cost').check();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog
      .getByRole('row', { name: /MTN Plan m1.*₦110\.00.*₦10\.00.*9\.09%.*₦95\.00.*−₦5\.00.*−5\.26%/ })
      .waitFor();
    await dialog.getByText(new RegExp(`Affects 2 accounts in tier standard: .*${shop}`)).waitFor();
    await dialog
      .getByText(
        'Margin on their 1 purchase in the last 30 days, with today, at today’s cost: ₦10.00 before, −₦5.00 after.',
      )
      .waitFor();
    expect(await service.db.planPrice.count()).toBe(0);

    await dialog.getByRole('button', { name: 'Back' }).click();
    await dialog.getByText('Markup on cost').click();
    await dialog.getByLabel('Markup in percent').fill('much');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByText('must be a percentage from 0 to 1000').waitFor();
    await dialog.getByLabel('Markup in percent').fill('15');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('button', { name: 'Set price' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /MTN Plan m1.*₦115\.00.*Own markup/ }).waitFor();

    await page.getByRole('button', { name: 'Clear the price of MTN Plan m1' }).click();
    await dialog.getByRole('row', { name: /MTN Plan m1.*₦115\.00.*₦110\.00/ }).waitFor();
    await dialog.getByRole('button', { name: 'Clear price' }).click();
    await page.getByRole('row', { name: /MTN Plan m1.*₦110\.00.*Tier markup/ }).waitFor();
  });

  test('a price is saved although the database cannot count now what was sold', async () => {
    const page = await open('Catalogue');
    await page.getByRole('button', { name: 'Set price of MTN Plan m2' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Price in naira').fill('250');
    await service.db.$transaction(
      async (tx) => {
        await tx.$executeRaw`LOCK TABLE purchase IN ACCESS EXCLUSIVE MODE`;
        await dialog.getByRole('button', { name: 'Continue' }).click();
        await dialog.getByText('We couldn’t count their purchases: the database is busy.').waitFor();
      },
      { timeout: 60_000 },
    );
    expect(await dialog.getByText(/\d sold/).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Set price' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /MTN Plan m2.*₦250\.00/ }).waitFor();
    await service.db.planPrice.deleteMany();
  });

  test('another markup shows every plan that it touches, and is saved only then', async () => {
    const page = await open('Catalogue');
    await page.getByRole('button', { name: 'Change markup of standard' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Markup in percent').fill('20');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('row', { name: /MTN Plan m1.*₦110\.00.*₦120\.00/ }).waitFor();
    await dialog.getByRole('row', { name: /MTN Plan m2.*₦220\.00.*₦240\.00/ }).waitFor();
    await dialog
      .getByText(
        'Margin on their 2 purchases in the last 30 days, with today, at today’s cost: ₦30.00 before, ₦60.00 after.',
      )
      .waitFor();
    const markup = async () => (await service.db.tier.findUniqueOrThrow({ where: { name: 'standard' } })).markupBps;
    expect(await markup()).toBe(1_000);
    await dialog.getByRole('button', { name: 'Change markup' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /MTN Plan m1.*₦120\.00/ }).waitFor();
    expect(await markup()).toBe(2_000);
  });
});
