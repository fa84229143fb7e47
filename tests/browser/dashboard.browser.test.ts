import { readFileSync } from 'node:fs';
import { eventually, FULL_RUN, testInFullRun } from '@topup/testkit';
import { Webhook } from 'standardwebhooks';
import { describeWithBrowser } from './support/chromium';
import { FUNDING_DETAILS, type Person } from './support/dashboard-world';
import { createKey, goTo, heading, loaded } from './support/pages';
import { unusable } from './support/usable';
import { useDashboard } from './support/use-dashboard';

describeWithBrowser('people cannot use the dashboard in a browser', () => {
  const service = useDashboard();

  test('a developer makes a key, buys with it, sees the purchase, and revokes the key', async () => {
    const owner = await service.addOwner(10_000);
    const page = await service.signInByForm(owner);
    await heading(page, 'Overview');
    const key = await createKey(page, 'Production server');
    expect(key).toMatch(/^tup_live_/);
    const client = service.apiOf(key);
    expect((await client.buyAirtime({ ref: 'browser-1', amount: 150 })).status).toBe(200);

    await goTo(page, 'Transactions');
    await page.getByRole('link', { name: 'browser-1' }).click();
    await heading(page, '₦150.00 · MTN airtime');
    const story = page.getByRole('region', { name: 'Timeline' });
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
    const { body } = await client.balance();
    expect(body.data).toMatchObject({ balance: '9850.00' });
    await page.getByText('₦9,850.00').first().waitFor();

    await goTo(page, 'API keys');
    await page.getByRole('button', { name: 'Revoke the key Production server' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('button', { name: 'Revoke the key Production server' }).waitFor({ state: 'detached' });
    await eventually(
      async () => (await client.balance()).status,
      (status) => status === 401,
    );
    for (const kept of [
      await page.content(),
      await page.evaluate<string>('JSON.stringify({ ...localStorage, ...sessionStorage })'),
    ])
      expect(kept).not.toContain(key);
    expect(service.dashboard.lines.join('\n')).not.toContain(key);
  });

  testInFullRun('a developer sets a webhook, sends a test event, sees it, and sends it again', async () => {
    const owner = await service.addOwner(1_000);
    await service.sellerFor(owner.accountId);
    const page = await service.signIn(owner, '/developers/webhook');
    await page.getByLabel('Webhook URL').fill('ftp://example.com/hook');
    await page.getByRole('button', { name: 'Set URL' }).click();
    await page
      .getByText(/webhook_url|must be|not a/i)
      .first()
      .waitFor();
    const before = service.receiver.received.length;
    await page.getByLabel('Webhook URL').fill(service.receiver.url);
    await page.getByRole('button', { name: 'Set URL' }).click();
    await page.getByText('Your webhook URL uses http').waitFor();
    await page.getByRole('button', { name: 'Create secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create secret' }).click();
    const secret = String(await page.getByText(/^whsec_.{44}$/).textContent());
    await page.getByRole('button', { name: 'Done, I’ve saved it' }).click();
    await page.getByText(`${secret.slice(0, 10)}…${secret.slice(-5)}`).waitFor();
    await page.getByLabel('Event type').selectOption('data.purchase.failed');
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByRole('status').getByText('Delivered', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'View delivery' }).click();
    await heading(page, 'Delivery of data.purchase.failed');
    const sent = service.receiver.received.slice(before).map(({ body }) => body ?? {});
    expect(sent.map(({ event }) => event)).toEqual(['data.purchase.failed']);
    const [{ rawBody, headers } = { rawBody: '', headers: {} }] = service.receiver.received.slice(before);
    expect(new Webhook(secret).verify(rawBody, headers as Record<string, string>)).toEqual(sent[0]);
    expect(await page.content()).not.toContain(secret);
    const [{ reference, hash } = {}] = sent;
    await page.getByText(String(reference)).first().waitFor();
    expect(await page.content()).not.toContain(String(hash));

    await page.getByRole('button', { name: 'Resend' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resend event' }).click();
    await eventually(
      () => service.receiver.received.length,
      (count) => count === before + 2,
    );

    await goTo(page, 'Webhook');
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Set URL' }).waitFor();
    expect(await service.db.account.findUniqueOrThrow({ where: { id: owner.accountId } })).toMatchObject({
      webhookUrl: null,
    });
  });

  testInFullRun('an owner sees where to pay to, and sets a threshold that every page then speaks of', async () => {
    const owner = await service.addOwner(1_000);
    const page = await service.signIn(owner, '/wallet');
    const { paymentReference } = await service.db.account.findUniqueOrThrow({ where: { id: owner.accountId } });
    const panel = page.getByRole('region', { name: 'Fund your wallet' });
    await panel.getByText(paymentReference, { exact: true }).waitFor();
    // biome-ignore lint/performance/useDomNodeTextContent: the line break must be seen
    expect(await panel.getByText('Kuda Bank').innerText()).toBe(FUNDING_DETAILS);

    const notice = page.getByText('Low balance');
    await page.getByRole('button', { name: 'Set threshold' }).click();
    const dialog = page.getByRole('dialog');
    const save = dialog.getByRole('button', { name: 'Save' });
    await dialog.getByLabel('Threshold in naira').fill('much');
    await save.click();
    await dialog.getByText('Threshold must be an amount in naira above zero, such as 5000').waitFor();
    await dialog.getByLabel('Threshold in naira').fill('1,000');
    await save.click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Threshold saved').waitFor();
    await page.getByText('We e-mail the owners when the balance falls below ₦1,000.00.').waitFor();
    expect(await notice.count()).toBe(0);

    await page.getByRole('button', { name: 'Change threshold' }).click();
    await dialog.getByLabel('Threshold in naira').fill('1000.01');
    await save.click();
    await notice.waitFor();
    await goTo(page, 'Team');
    await heading(page, 'Team');
    await page.getByText('Low balance: ₦1,000.00, below your threshold of ₦1,000.01.').waitFor();
    await goTo(page, 'Activity');
    await page.getByRole('row', { name: /account.low_balance.*₦1,000\.00 → ₦1,000\.01/ }).waitFor();

    await service.db.dashboardUser.update({ where: { email: owner.email }, data: { role: 'viewer' } });
    await page.goto('/wallet');
    await notice.waitFor();
    await panel.waitFor();
    expect(await page.getByRole('button', { name: 'Change threshold' }).count()).toBe(0);
  });

  testInFullRun('the exported file has the rows of the database', async () => {
    const owner = await service.addOwner(10_000);
    const client = await service.sellerFor(owner.accountId);
    for (let n = 1; n <= 5; n += 1) await client.buyAirtime({ ref: `csv-${n}`, amount: 100 + n });
    const page = await service.signIn(owner, '/transactions');
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
    const rows = await service.db.purchase.findMany({
      where: { accountId: owner.accountId },
      orderBy: { createdAt: 'desc' },
    });
    expect(exported).toEqual(rows.map(({ requestRef, amountKobo }) => [requestRef, `${amountKobo / 100n}.00`]));
  });

  test('an account sees nothing of another or of the operators, in lists or by address', async () => {
    const [one, two] = [await service.addOwner(1_000), await service.addOwner(77)];
    const client = await service.sellerFor(one.accountId);
    await client.buyAirtime({ ref: 'of-one', amount: 100 });

    const page = await service.signIn(two);
    for (const [path, said] of [
      ['/transactions', 'No purchases yet'],
      ['/developers/keys', 'No API keys yet'],
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

  testInFullRun('guesses of a password are counted, and requests of other sites are declined', async () => {
    const owner = await service.addOwner(1);
    const page = await service.signIn(owner, '/security');
    const forged = await page.request.post('/api/keys', {
      data: { name: 'forged' },
      headers: { origin: 'https://elsewhere.example' },
    });
    expect(forged.status()).toBe(403);
    expect(await service.db.apiKey.count({ where: { accountId: owner.accountId } })).toBe(0);

    const guesser = await service.openPage('/sign-in');
    for (let guess = 1; guess <= 6; guess += 1) {
      await guesser.getByLabel('E-mail').fill(owner.email);
      await guesser.getByLabel('Password', { exact: true }).fill(`wrong password ${guess}`);
      const [answer] = await Promise.all([
        guesser.waitForResponse(/sign-in\/email/),
        guesser.getByRole('button', { name: 'Sign in' }).click(),
      ]);
      expect(answer.status()).toBe(guess <= 5 ? 401 : 429);
      // the sixth waits a second, and a slow browser may take that long anyway
      await service.db.$executeRaw`
        UPDATE dashboard_rate_limit SET next_at = clock_timestamp() + interval '10 minutes' WHERE next_at IS NOT NULL`;
    }
    await guesser
      .getByText(/too many/i)
      .first()
      .waitFor();
  });

  testInFullRun('an owner sees who made a key and from where; a member has no such page', async () => {
    const owner = await service.addOwner(1_000);
    const page = await service.signIn(owner, '/developers/keys');
    await createKey(page, 'Seen');
    await goTo(page, 'Activity');
    await page
      .getByRole('row', { name: new RegExp(`api_key.create.*Seen.*${owner.email}.*127\\.0\\.0\\.1`) })
      .waitFor();
    await page.getByLabel('About').selectOption('session');
    await page.getByText('api_key.create').waitFor({ state: 'detached' });
    await page.getByText('session.begin').first().waitFor();
    await page.getByLabel('Search').fill('nonsense');
    await page.getByText('No matching activity').waitFor();

    await service.db.dashboardUser.update({ where: { email: owner.email }, data: { role: 'viewer' } });
    await page.goto('/activity');
    await heading(page, 'Overview');
    expect(await page.getByRole('link', { name: 'Activity' }).count()).toBe(0);
  });

  describe('a page is unusable for some people', () => {
    // these show every part that pages are made of
    const SHORT_PAGES = {
      owner: ['/', '/transactions/page-1', '/developers/keys'],
      operator: ['', '/purchases/page-1', '/margin'],
    };
    const ALL_PAGES = {
      owner: [
        ...['/', '/transactions', '/transactions/page-1', '/wallet', '/products', '/team', '/activity', '/security'],
        ...['/developers/keys', '/developers/webhook', '/developers/quick-start'],
        ...['/developers/requests', '/developers/requests/rates', '/settings'],
      ],
      operator: [
        ...['', '/accounts', '/purchases', '/purchases?status=open&olderThanMinutes=15', '/purchases/page-1'],
        ...['/provider', '/routing', '/reconciliation', '/queues'],
        ...['/catalogue', '/catalogue/mappings'],
        ...['/margin', '/margin?by=plan', '/margin?by=purchase'],
        ...['/books', '/actions', '/approvals', '/operators', '/service-report'],
      ],
    };
    const PAGES = FULL_RUN ? ALL_PAGES : SHORT_PAGES;
    let owner: Person & { accountId: string };
    let operator: Person;
    beforeAll(async () => {
      [owner, operator] = [await service.addOwner(1_000), await service.addOperator()];
      const client = await service.sellerFor(owner.accountId);
      await client.buyAirtime({ ref: 'page-1', amount: 100 });
      const switched = { provider: 'vtpass', breaker: 'gotv', reason: 'ticket 22', closedBy: 'ada@example.com' };
      await service.db.providerSwitch.create({ data: switched });
      const names = { name: 'MTN 1 GB, 1 day', planName: '1 GB', validity: '1 day', network: 'MTN' };
      const sold = { planId: 'risen', providerService: 'mtn-data', providerCode: 'risen', costKobo: 10_000n };
      const plan = await service.db.dataPlan.create({
        data: { ...names, ...sold, costSeenAt: new Date('2026-01-02T00:00:00Z') },
      });
      const hold = { dataPlanId: plan.id, reason: 'sold_below_cost', facts: { reference: 'page-1' } };
      await service.db.planStop.create({ data: hold });
    });

    const pagesOf = (who: 'owner' | 'operator') =>
      who === 'owner' ? PAGES.owner : PAGES.operator.map((path) => `/operator${path}`);

    const SHORT = [
      ['owner', 'light', 1280],
      ['operator', 'dark', 390],
    ] as const;
    const OTHERS = [
      ['owner', 'dark', 390],
      ['operator', 'light', 1280],
    ] as const;
    test.each(FULL_RUN ? [...SHORT, ...OTHERS] : SHORT)(
      'pages of an %s: no serious violation of axe (%s, %d px), and not wider than any screen',
      async (who, colorScheme, width) => {
        const person = who === 'owner' ? owner : operator;
        const page = await service.signIn(person, '/security', { colorScheme, viewport: { width, height: 900 } });
        expect(await unusable(page, pagesOf(who))).toEqual([]);
      },
    );

    test('the overview loads less than 300 kB of compressed JavaScript, in less than 20 requests', async () => {
      const page = await service.signIn(owner);
      await loaded(page);
      const resources = await page.evaluate<{ name: string; encodedBodySize: number }[]>(
        'performance.getEntriesByType("resource").map((each) => each.toJSON())',
      );
      const kilobytes =
        resources
          .filter(({ name }) => name.endsWith('.js'))
          .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1_000;
      expect(kilobytes).toBeGreaterThan(50);
      expect(kilobytes).toBeLessThan(300);
      // and the page itself
      expect(resources.length + 1).toBeLessThan(20);
    });
  });
});
