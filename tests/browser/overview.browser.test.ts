import { setWebhookUrl } from '@topup/core/account';
import { eventually } from '@topup/testkit';
import type { Page } from 'playwright-core';
import { describeWithBrowser } from './support/chromium';
import { heading, loaded } from './support/pages';
import { unusable } from './support/usable';
import { useDashboard } from './support/use-dashboard';

const FOR_EVER_PENDING = '08000400000';
const MINUTE_MS = 60_000;

/** Keeps what the browser tells its observers of the screen, until `tellHeld` tells each of them all of it at once. */
const HELD_SIGHTINGS = `
  window.held = [];
  window.IntersectionObserver = class extends IntersectionObserver {
    constructor(tell, options) {
      super((entries, observer) => held.push(...entries.map((entry) => ({ tell, observer, entry }))), options);
    }
  };
  window.tellHeld = () => {
    for (const observer of new Set(held.map((each) => each.observer))) {
      const own = held.filter((each) => each.observer === observer);
      own[0].tell(own.map(({ entry }) => entry), observer);
    }
  };`;

describeWithBrowser('an operator does not see what needs a person, or looks for it elsewhere', () => {
  const service = useDashboard();
  let shop: string;

  /** A float of ₦1, an open breaker, failing deliveries, a plan below its cost, and a purchase that nobody ends. */
  beforeAll(async () => {
    const { db, sandbox } = service;
    const { accountId } = await service.addOwner(5_000);
    shop = (await db.account.findUniqueOrThrow({ where: { id: accountId } })).name;
    const client = await service.sellerFor(accountId);
    expect((await client.buyAirtime({ ref: 'fresh', amount: 100 })).status).toBeLessThan(300);
    await eventually(
      () => db.purchase.findFirstOrThrow({ where: { requestRef: 'fresh' } }),
      ({ status }) => status === 'success', // before the float is too low for it
    );
    const stuck = { ref: 'stuck', amount: 400, network: 'glo', phone: FOR_EVER_PENDING } as const;
    expect((await client.buyAirtime(stuck)).status).toBe(202);
    await db.$transaction([
      db.$executeRaw`SET LOCAL session_replication_role = replica`,
      db.$executeRaw`UPDATE purchase SET created_at = now() - interval '20 minutes' WHERE request_ref = 'stuck'`,
    ]);
    const float = { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body: '{"naira":1}' };
    expect((await fetch(`${sandbox.url}/float`, float)).status).toBe(200);

    const [since, seenAt] = [new Date(), new Date(Date.now() + 10 * MINUTE_MS)];
    const open = { provider: 'vtpass', breaker: 'mtn', reason: 'unreachable', state: 'open', since, seenAt };
    await db.providerBreaker.create({ data: { process: 'worker@x:1', ...open } });

    await setWebhookUrl(db, accountId, 'https://client.example/hooks');
    const event = { accountId, event: 'data.purchase.success', status: 'success', details: 'x', askedBy: 'a test' };
    await db.webhookEvent.createMany({
      data: Array.from({ length: 23 }, () => ({ ...event, state: 'undelivered', finishedAt: new Date() })),
    });

    const names = { network: 'MTN', name: 'MTN 1 GB, 1 day', planName: '1 GB', validity: '1 day' };
    const sold = { planId: 'risen', providerService: 'mtn-data', providerCode: 'risen', costKobo: 10_000n };
    const plan = await db.dataPlan.create({ data: { ...names, ...sold } });
    const tier = await db.tier.findUniqueOrThrow({ where: { name: 'standard' } });
    await db.planPrice.create({ data: { tierId: tier.id, dataPlanId: plan.id, priceKobo: 9_000n } });
    await db.$executeRaw`SELECT mark_plans_below_cost('price')`;
  });

  const rowsOf = (page: Page, caption: string) =>
    page.getByRole('table', { name: caption }).locator('tbody').getByRole('row');

  test('each trouble is one click away, and its list has exactly these rows', async () => {
    const page = await service.signIn(await service.addOperator());
    for (const [line, title, caption, row] of [
      ['Low float at VTpass: ₦1.00', 'Providers', 'Providers, in order of preference', /VTpass.*Low.*₦1\.00/],
      ['VTpass: 1 service is closed or avoided', 'Providers', 'Closed services, with reasons', /MTN airtime.*Stopped/],
      ['1 purchase has been open for more than 15 minutes', 'Purchases', 'Purchases, newest first', /stuck/],
      [
        '1 sales hold on data plans because of the cost',
        'Catalogue',
        'Plans on hold, with reasons',
        /MTN 1 GB.*standard/,
      ],
      ['1 account has a failing webhook', 'Accounts', 'Accounts', new RegExp(shop)],
    ] as const) {
      await page.goto('/operator');
      await page.getByRole('link', { name: line, exact: true }).click();
      await heading(page, title);
      const rows = rowsOf(page, caption);
      await rows.first().waitFor();
      expect(await rows.count()).toBe(1);
      expect(await rows.textContent()).toMatch(row);
    }
  });

  test('figures and plots lead to the purchases that they count', async () => {
    const page = await service.signIn(await service.addOperator());
    for (const [title, plot] of [
      ['Volume', /^Volume: Airtime ₦100\.00/],
      ['Success rate', /^Success rate, All: Successful 100%/],
      ['Latency', /^Latency, All: p50 .*, p95 /],
      ['Margin', /^Margin: Airtime ₦/],
    ] as const) {
      await page.getByRole('heading', { name: title, exact: true }).scrollIntoViewIfNeeded();
      await page.getByRole('img', { name: plot }).waitFor();
    }
    await page.getByRole('radiogroup', { name: 'Group by' }).getByText('Network').click();
    await page.getByRole('radiogroup', { name: 'Range' }).getByText('7 days').click();
    const sold = page.getByRole('row', { name: /^MTN 1 ₦100\.00 100% 0 / });
    await sold.getByRole('link', { name: '1', exact: true }).click();
    await heading(page, 'Purchases');
    await page.getByRole('button', { name: 'Network MTN' }).waitFor();
    await page.getByRole('link', { name: 'fresh' }).waitFor();
    expect(await rowsOf(page, 'Purchases, newest first').count()).toBe(1);

    await page.goto('/operator');
    await page.getByRole('radiogroup', { name: 'View as' }).getByText('Table').click();
    await page.getByRole('table', { name: 'All, newest first' }).waitFor();
    await loaded(page);
    expect(await unusable(page, ['/operator', '/operator/catalogue?onHold=true'])).toEqual([]);
  });

  test('a plot is drawn even if a busy browser tells at once that it was below the screen and is on it', async () => {
    const page = await service.signIn(await service.addOperator());
    await page.setViewportSize({ width: 390, height: 844 });
    await page.addInitScript(HELD_SIGHTINGS);
    await page.goto('/operator');
    await page.getByRole('heading', { name: 'Volume', exact: true }).waitFor();
    const held = (seen: boolean) => page.evaluate(`held.some(({ entry }) => entry.isIntersecting === ${seen})`);
    await eventually(() => held(false), Boolean);
    await page.getByRole('heading', { name: 'Volume', exact: true }).scrollIntoViewIfNeeded();
    await eventually(() => held(true), Boolean);
    await page.evaluate('tellHeld()');
    await page.getByRole('img', { name: /^Volume: / }).waitFor();
  });

  test('a stuck purchase is settled with five clicks after the sign-in, and Enter', async () => {
    await eventually(
      () => service.db.purchase.findFirstOrThrow({ where: { requestRef: 'stuck' } }),
      ({ needsReview }) => needsReview,
    );
    const page = await service.signIn(await service.addOperator());
    let clicks = 0;
    await page.exposeFunction('clicked', () => {
      clicks += 1;
    });
    await page.evaluate("addEventListener('pointerdown', clicked, true)");
    await page.getByRole('link', { name: '1 purchase has been open for more than 15 minutes' }).click();
    await page.getByRole('link', { name: 'stuck' }).click();
    await page.getByRole('button', { name: 'Settle purchase' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Not delivered: refund the purchase').check();
    await page.keyboard.press('Tab');
    await page.keyboard.type('ticket 18: the provider says it never arrived');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Refund purchase' }).click();
    await page.getByText('Refunded ₦400.00.').waitFor();
    expect(clicks).toBe(5);
    const stuck = await service.db.purchase.findFirstOrThrow({ where: { requestRef: 'stuck' } });
    expect(stuck.status).toMatch(/failed|refunded/);
  });
});
