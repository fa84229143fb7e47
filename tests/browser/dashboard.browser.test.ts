import { readFileSync } from 'node:fs';
import { createApiClient, eventually } from '@topup/testkit';
import type { Browser } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { axeViolations } from './support/axe';
import { describeWithBrowser, startBrowser } from './support/chromium';
import { type DashboardWorld, FUNDING_DETAILS, type Person, startDashboardWorld } from './support/dashboard-world';
import { createKey, createPages, goTo, heading, type Pages } from './support/pages';

describeWithBrowser('people cannot use the dashboard in a browser', () => {
  let world: DashboardWorld;
  let browser: Browser;
  let pages: Pages;

  beforeAll(async () => {
    [world, browser] = await Promise.all([startDashboardWorld(), startBrowser()]);
    pages = createPages(browser, world.dashboard.url);
  });
  afterAll(async () => {
    await browser?.close();
    await world?.stop();
  });
  afterEach(async () => {
    expect(await pages?.close()).toEqual([]);
  });

  const openPage: Pages['openPage'] = (...how) => pages.openPage(...how);
  const signIn: Pages['signIn'] = (...how) => pages.signIn(...how);
  const apiOf = (apiKey: string) => createApiClient(world.apis[0]?.url ?? '', apiKey);

  test('a developer makes a key, buys with it, sees the purchase, and revokes the key', async () => {
    const owner = await world.addOwner(10_000);
    const page = await signIn(owner);
    await heading(page, 'Overview');
    const key = await createKey(page, 'Production server');
    expect(key).toMatch(/^tup_live_/);
    expect((await apiOf(key).buyAirtime({ ref: 'browser-1', amount: 150 })).status).toBe(200);

    await goTo(page, 'Transactions');
    await page.getByRole('link', { name: 'browser-1' }).click();
    await heading(page, 'browser-1');
    const story = page.getByRole('region', { name: 'What happened' });
    await story
      .getByText(/accepted/i)
      .first()
      .waitFor();
    await story
      .getByText(/successful|delivered/i)
      .first()
      .waitFor();
    expect(await page.getByText('₦150.00').count()).toBeGreaterThan(0);

    // the pages show what the API answers
    await goTo(page, 'Wallet');
    const { body } = await apiOf(key).balance();
    expect(body.data).toMatchObject({ balance: '9850.00' });
    await page.getByText('₦9,850.00').first().waitFor();

    await goTo(page, 'API keys');
    await page.getByRole('button', { name: 'Revoke the key Production server' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('button', { name: 'Revoke the key Production server' }).waitFor({ state: 'detached' });
    await eventually(
      async () => (await apiOf(key).balance()).status,
      (status) => status === 401,
    );
    for (const kept of [
      await page.content(),
      await page.evaluate<string>('JSON.stringify({ ...localStorage, ...sessionStorage })'),
    ])
      expect(kept).not.toContain(key);
    expect(world.dashboard.lines.join('\n')).not.toContain(key);
  });

  test('a developer sets a webhook, sends a test event, sees it, and sends it again', async () => {
    const owner = await world.addOwner(1_000);
    const page = await signIn(owner);
    await createKey(page, 'Signs');
    await goTo(page, 'Webhook');
    await page.getByLabel('URL').fill('ftp://example.com/hook');
    await page.getByRole('button', { name: 'Set URL' }).click();
    await page
      .getByText(/webhook_url|must be|not a/i)
      .first()
      .waitFor();
    const before = world.receiver.received.length;
    await page.getByLabel('URL').fill(world.receiver.url);
    await page.getByRole('button', { name: 'Set URL' }).click();
    await page.getByText('The URL is http: whoever is on the way').waitFor();
    await page.getByRole('button', { name: 'Create a secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create secret' }).click();
    const secret = String(await page.getByText(/^whsec_.{44}$/).textContent());
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByText(`${secret.slice(0, 10)}…${secret.slice(-5)}`).waitFor();
    await page.getByLabel('Kind of event').selectOption('data.purchase.failed');
    await page.getByRole('button', { name: 'Send a test event' }).click();
    await page.getByRole('status').getByText('Delivered', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Show what was sent and answered' }).click();
    await heading(page, 'Delivery of data.purchase.failed');
    const sent = world.receiver.received.slice(before).map(({ body }) => body ?? {});
    expect(sent.map(({ event }) => event)).toEqual(['data.purchase.failed']);
    const [{ rawBody, headers } = { rawBody: '', headers: {} }] = world.receiver.received.slice(before);
    expect(new Webhook(secret).verify(rawBody, headers as Record<string, string>)).toEqual(sent[0]);
    expect(await page.content()).not.toContain(secret);
    const [{ reference, hash } = {}] = sent;
    await page.getByText(String(reference)).first().waitFor();
    expect(await page.content()).not.toContain(String(hash));

    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    await eventually(
      () => world.receiver.received.length,
      (count) => count === before + 2,
    );

    await goTo(page, 'Webhook');
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Set URL' }).waitFor();
    expect(await world.db.account.findUniqueOrThrow({ where: { id: owner.accountId } })).toMatchObject({
      webhookUrl: null,
    });
  });

  test('an owner sees where to pay to, and sets a threshold that every page then speaks of', async () => {
    const owner = await world.addOwner(1_000);
    const page = await signIn(owner);
    await goTo(page, 'Wallet');
    const { paymentReference } = await world.db.account.findUniqueOrThrow({ where: { id: owner.accountId } });
    const panel = page.getByRole('region', { name: 'Fund your wallet' });
    await panel.getByText(paymentReference, { exact: true }).waitFor();
    // biome-ignore lint/performance/useDomNodeTextContent: the line break must be seen
    expect(await panel.getByText('Kuda Bank').innerText()).toBe(FUNDING_DETAILS);

    const notice = page.getByText('The balance is low');
    await page.getByRole('button', { name: 'Set threshold' }).click();
    const dialog = page.getByRole('dialog');
    const save = dialog.getByRole('button', { name: 'Save' });
    await dialog.getByLabel('Threshold in naira').fill('much');
    await save.click();
    await dialog.getByText('threshold must be naira such as 5000').waitFor();
    await dialog.getByLabel('Threshold in naira').fill('1,000');
    await save.click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('The owners are mailed when it passes below ₦1,000.00.').waitFor();
    expect(await notice.count()).toBe(0);

    await page.getByRole('button', { name: 'Change threshold' }).click();
    await dialog.getByLabel('Threshold in naira').fill('1000.01');
    await save.click();
    await notice.waitFor();
    await goTo(page, 'Team');
    await heading(page, 'Team');
    await page.getByText('The balance is low: ₦1,000.00, below your threshold of ₦1,000.01.').waitFor();
    await goTo(page, 'Activity');
    await page.getByRole('row', { name: /account.low_balance.*1000\.00 → 1000\.01/ }).waitFor();

    await world.db.dashboardUser.update({ where: { email: owner.email }, data: { role: 'member' } });
    await page.goto('/wallet');
    await notice.waitFor();
    await panel.waitFor();
    expect(await page.getByRole('button', { name: 'Change threshold' }).count()).toBe(0);
  });

  test('the exported file has the rows of the database', async () => {
    const owner = await world.addOwner(10_000);
    const page = await signIn(owner);
    const client = apiOf(await createKey(page, 'Sells'));
    for (let n = 1; n <= 5; n += 1) await client.buyAirtime({ ref: `csv-${n}`, amount: 100 + n });
    await goTo(page, 'Transactions');
    await page.getByRole('link', { name: 'csv-5' }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export CSV' }).click(),
    ]);
    const [head = '', ...lines] = readFileSync(await file.path(), 'utf8')
      .trim()
      .split(/\r?\n/);
    const columns = head.split(',');
    const exported = lines
      .map((line) => line.split(','))
      .map((cells) => [cells[columns.indexOf('reference')], cells[columns.indexOf('amount')]]);
    const rows = await world.db.purchase.findMany({
      where: { accountId: owner.accountId },
      orderBy: { createdAt: 'desc' },
    });
    expect(exported).toEqual(rows.map(({ requestRef, amountKobo }) => [requestRef, `${amountKobo / 100n}.00`]));
  });

  test('an account sees nothing of another or of the operators, in lists or by address', async () => {
    const [one, two] = [await world.addOwner(1_000), await world.addOwner(77)];
    const client = apiOf(await createKey(await signIn(one), 'Sells'));
    await client.buyAirtime({ ref: 'of-one', amount: 100 });

    const page = await signIn(two);
    for (const [path, said] of [
      ['/transactions', 'No purchase yet'],
      ['/developers/keys', 'No keys yet'],
      ['/transactions/of-one', 'There is no such transaction.'],
      ['/operator/accounts', ''],
      [`/operator/accounts/${one.accountId}`, ''],
    ] as const) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      if (said !== '') await page.getByText(said).first().waitFor();
      expect(await page.getByText('of-one', { exact: true }).count()).toBe(path.endsWith('of-one') ? 1 : 0);
    }
    const asked = await Promise.all(
      ['/api/operator/accounts', '/api/operator/purchases/of-one', '/api/transactions/of-one'].map((path) =>
        page.request.get(path),
      ),
    );
    expect(asked.map((answer) => answer.status())).toEqual([403, 403, 404]);
  });

  test('guesses of a password are counted, and requests of other sites are declined', async () => {
    const owner = await world.addOwner(1);
    const page = await signIn(owner);
    const forged = await page.request.post('/api/keys', {
      data: { name: 'forged' },
      headers: { origin: 'https://elsewhere.example' },
    });
    expect(forged.status()).toBe(403);
    expect(await world.db.apiKey.count({ where: { accountId: owner.accountId } })).toBe(0);

    const guesser = await openPage('/sign-in');
    for (let guess = 1; guess <= 6; guess += 1) {
      await guesser.getByLabel('E-mail').fill(owner.email);
      await guesser.getByLabel('Password', { exact: true }).fill(`wrong password ${guess}`);
      const [answer] = await Promise.all([
        guesser.waitForResponse(/sign-in\/email/),
        guesser.getByRole('button', { name: 'Sign in' }).click(),
      ]);
      expect(answer.status()).toBe(guess <= 5 ? 401 : 429);
      // the sixth waits a second, which a slow browser may take by itself
      await world.db.$executeRaw`
        UPDATE dashboard_rate_limit SET next_at = clock_timestamp() + interval '10 minutes' WHERE next_at IS NOT NULL`;
    }
    await guesser
      .getByText(/too many/i)
      .first()
      .waitFor();
  });

  test('an owner sees who made a key and from where; a member has no such page', async () => {
    const owner = await world.addOwner(1_000);
    const page = await signIn(owner);
    await createKey(page, 'Seen');
    await goTo(page, 'Activity');
    await page
      .getByRole('row', { name: new RegExp(`api_key.create.*Seen.*${owner.email}.*127\\.0\\.0\\.1`) })
      .waitFor();
    await page.getByLabel('About').selectOption('session');
    await page.getByText('api_key.create').waitFor({ state: 'detached' });
    await page.getByText('session.begin').first().waitFor();
    await page.getByLabel('Search').fill('nonsense');
    await page.getByText('Nothing is like that').waitFor();

    await world.db.dashboardUser.update({ where: { email: owner.email }, data: { role: 'member' } });
    await page.goto('/activity');
    await heading(page, 'Overview');
    expect(await page.getByRole('link', { name: 'Activity' }).count()).toBe(0);
  });

  describe('a page is unusable for some people', () => {
    const ACCOUNT_PAGES = [
      '/',
      '/transactions',
      '/transactions/page-1',
      '/wallet',
      '/products',
      '/developers/keys',
      '/developers/webhook',
    ];
    const MORE_PAGES = ['/developers/quick-start', '/team', '/activity', '/security'];
    const OPERATOR_PAGES = [
      '',
      '/accounts',
      '/purchases',
      '/purchases/page-1',
      '/provider',
      '/queues',
      '/catalogue',
      ...['/margin', '/margin?by=plan', '/margin?by=purchase'],
      '/books',
      '/actions',
      '/approvals',
      '/operators',
    ];
    let owner: Person;
    let operator: Person;
    beforeAll(async () => {
      [owner, operator] = [await world.addOwner(1_000), await world.addOperator()];
      const client = apiOf(await createKey(await signIn(owner), 'Sells'));
      await client.buyAirtime({ ref: 'page-1', amount: 100 });
      const switched = { provider: 'vtpass', breaker: 'gotv', reason: 'ticket 22', closedBy: 'ada@example.com' };
      await world.db.providerSwitch.create({ data: switched });
      const names = { name: 'N100 1GB - 1 day', planName: '1GB', validity: '1 day', network: 'MTN' };
      const sold = { planId: 'risen', providerService: 'mtn-data', providerCode: 'risen', costKobo: 10_000n };
      const plan = await world.db.dataPlan.create({
        data: { ...names, ...sold, costSeenAt: new Date('2026-01-02T00:00:00Z') },
      });
      const stop = { dataPlanId: plan.id, reason: 'sold_below_cost', facts: { reference: 'page-1' } };
      await world.db.planStop.create({ data: stop });
    });

    const pagesOf = (person: 'owner' | 'operator') =>
      person === 'owner' ? [...ACCOUNT_PAGES, ...MORE_PAGES] : OPERATOR_PAGES.map((path) => `/operator${path}`);

    test.each([
      ['owner', 'light', 1280],
      ['owner', 'dark', 390],
      ['operator', 'dark', 1280],
      ['operator', 'light', 390],
    ] as const)(
      'pages of an %s: no serious violation of axe, and not wider than the screen (%s, %d px)',
      async (who, colorScheme, width) => {
        const page = await signIn(who === 'owner' ? owner : operator, {
          colorScheme,
          viewport: { width, height: 900 },
        });
        const found: string[] = [];
        for (const path of pagesOf(who)) {
          await page.goto(path);
          await page.getByRole('heading', { level: 1 }).waitFor();
          await page.waitForLoadState('networkidle');
          found.push(...(await axeViolations(page)).map((each) => `${path}: ${each}`));
          for (const each of width === 390 ? [390] : [1280, 800]) {
            await page.setViewportSize({ width: each, height: 900 });
            if (await page.evaluate('document.documentElement.scrollWidth > innerWidth'))
              found.push(`${path} is wider than ${each}`);
          }
          await page.setViewportSize({ width, height: 900 });
        }
        expect(found).toEqual([]);
      },
    );

    test('the overview loads less than 300 kB of compressed JavaScript', async () => {
      const page = await signIn(owner);
      await heading(page, 'Overview');
      await page.waitForLoadState('networkidle');
      const scripts = await page.evaluate<{ name: string; encodedBodySize: number }[]>(
        'performance.getEntriesByType("resource").map((each) => each.toJSON())',
      );
      const kilobytes =
        scripts
          .filter(({ name }) => name.endsWith('.js'))
          .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1_000;
      expect(kilobytes).toBeGreaterThan(50);
      expect(kilobytes).toBeLessThan(300);
    });
  });
});
