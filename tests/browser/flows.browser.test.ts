import { createAccount, setAccountStatus, setWebhookUrl } from '@topup/core/account';
import { createLink, insertUser } from '@topup/core/user';
import { AS_OPS, eventually, startWebhookReceiver } from '@topup/testkit';
import type { Page } from 'playwright-core';
import { totp } from '../journey/support/totp';
import { axeViolations } from './support/axe';
import { describeWithBrowser } from './support/chromium';
import { PASSWORD } from './support/dashboard-world';
import { heading, loaded } from './support/pages';
import { useDashboard } from './support/use-dashboard';

const FOR_EVER_PENDING = '08000400000';
const NEW_PASSWORD = 'another horse, another battery';

describeWithBrowser('a flow ends where the user has to know what comes next', () => {
  const service = useDashboard();

  /** The requests of a page for data from now on, without streams. */
  function asked(page: Page): string[] {
    const paths: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/') && pathname !== '/api/stream') paths.push(pathname);
    });
    return paths;
  }

  test('a pending purchase is watched: under two requests a minute, and its end is shown at once', async () => {
    const owner = await service.addOwner(5_000);
    const client = await service.sellerFor(owner.accountId);
    await client.buyAirtime({ ref: 'watched', amount: 100, network: 'glo', phone: FOR_EVER_PENDING });
    const operator = await service.signIn(await service.addOperator());
    const page = await service.signIn(owner);
    await page.clock.install();
    const stream = page.waitForResponse((response) => response.url().includes('/api/stream'));
    await page.goto('/transactions/watched');
    expect((await stream).status()).toBe(200);
    await page.getByRole('button', { name: 'Check again' }).waitFor();

    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText(/^You can check again in/).waitFor();
    expect(await page.getByRole('button', { name: 'Check again' }).isDisabled()).toBe(true);
    expect(await axeViolations(page)).toEqual([]);
    expect(await service.db.auditLog.count({ where: { action: 'purchase.check', subject: 'watched' } })).toBe(1);
    await eventually(
      async () => (await service.db.purchase.findFirstOrThrow({ where: { requestRef: 'watched' } })).nextCheckAt,
      (next) => next === null || next > new Date(),
    );
    await eventually(
      async () => (await page.request.get('/api/transactions/watched')).json(),
      ({ needsReview }) => needsReview,
    );
    await loaded(page);

    const paths = asked(page);
    await page.clock.runFor(60_000);
    expect(paths.filter((path) => path !== '/api/transactions/watched').length).toBeLessThan(2);

    const settled = await operator.request.post('/api/operator/purchases/watched/settle', {
      data: { decision: 'refund', note: 'they never got it' },
      headers: { origin: service.dashboard.url },
    });
    expect(settled.status()).toBe(200);
    await page.getByText('Failed · refunded').first().waitFor();
    await eventually(
      () => page.getByRole('button', { name: 'Check again' }).count(),
      (count) => count === 0,
    );
  });

  test('the panel of a test event and its row agree, by events', async () => {
    const receiver = await startWebhookReceiver();
    try {
      const owner = await service.addOwner(100);
      await service.sellerFor(owner.accountId);
      await setWebhookUrl(service.db, owner.accountId, receiver.url);
      const page = await service.signIn(owner, '/developers/webhook');
      await page.getByRole('button', { name: 'Send test event' }).click();
      await page.getByRole('status').getByText('Delivered', { exact: true }).waitFor();
      await page
        .getByRole('row', { name: /airtime\.purchase\.success/ })
        .getByText('Delivered', { exact: true })
        .waitFor();
    } finally {
      await receiver.stop();
    }
  });

  test('a password signs an invitee in; a user with a second factor still gives the code', async () => {
    const { accountId } = await service.addOwner(100);
    const invited = await insertUser(service.db, { accountId, role: 'viewer', name: 'Grace', email: 'grace@x.test' });
    if (invited.kind !== 'inserted') throw new Error(invited.kind);
    const link = async (userId: string) => `/set-password?token=${await createLink(service.db, userId)}`;
    const page = await service.openPage(await link(invited.id));
    await page.getByLabel('New password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Set password' }).click();
    await heading(page, 'Overview');

    const headers = { origin: service.dashboard.url };
    const post = async (path: string, data: object) => (await page.request.post(path, { data, headers })).json();
    const { totpURI } = await post('/api/auth/two-factor/enable', { password: PASSWORD });
    await post('/api/auth/two-factor/verify-totp', { code: totp(totpURI) });
    await service.db.$executeRaw`UPDATE dashboard_two_factor SET last_step = NULL`;
    const again = await service.openPage(await link(invited.id));
    await again.getByLabel('New password').fill(NEW_PASSWORD);
    await again.getByRole('button', { name: 'Set password' }).click();
    await heading(again, 'Confirm it’s you');
    expect((await again.request.get('/api/me')).status()).toBe(401);
    await again.getByLabel('Authentication code').fill(totp(totpURI));
    await again.getByRole('button', { name: 'Confirm' }).click();
    await heading(again, 'Overview');
  });

  test('an empty wallet, a refused request and a suspended account lead to where to pay', async () => {
    const account = await createAccount(service.db, { name: 'Poor', tier: 'standard' }, AS_OPS);
    if (account.kind !== 'created') throw new Error(account.kind);
    const member = await service.addMember(account.id);
    const refused = await (await service.sellerFor(account.id)).buyAirtime({ ref: 'too-dear', amount: 100 });
    expect(refused.body).toMatchObject({ message: expect.stringContaining('balance is too low') });
    const page = await service.signIn(member, '/team');
    const toPay = async () => {
      await page.getByRole('link', { name: 'See where to pay' }).first().click();
      await page.getByRole('region', { name: 'Fund your wallet' }).getByText('0123456789').waitFor();
    };
    await page.getByText('Your wallet is empty.').waitFor();
    await toPay();
    await page.goto('/developers/requests');
    const row = page.getByRole('row', { name: /insufficient_balance/ });
    await eventually(
      async () => {
        await page.reload();
        await loaded(page);
        return row.count();
      },
      (count) => count === 1,
    );
    await row.getByRole('link', { name: 'See where to pay' }).click();
    await page.getByRole('region', { name: 'Fund your wallet' }).waitFor();
    await setAccountStatus(service.db, account.id, 'suspended');
    await page.goto('/settings');
    await page.getByText('This account is suspended').waitFor();
    await toPay();
  });

  test('a new tier is selected, and a markup is not saved on a preview that no longer holds', async () => {
    const plan = { network: 'MTN', name: 'MTN 1 GB', planName: '1 GB', validity: '30 days', planId: 'flow-1' };
    const sold = { providerService: 'mtn-data', providerCode: 'flow-1', costKobo: 50_000n };
    await service.db.dataPlan.create({ data: { ...plan, ...sold } });
    const page = await service.signIn(await service.addOperator(), '/operator/catalogue');
    await page.getByRole('button', { name: 'Create tier' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('gold');
    await dialog.getByLabel('Markup in percent').fill('2');
    await dialog.getByRole('button', { name: 'Create tier' }).click();
    await page.getByRole('button', { name: 'Change markup of gold' }).click();
    expect(await page.getByLabel('Tier', { exact: true }).inputValue()).toBe('gold');

    await dialog.getByLabel('Markup in percent').fill('4');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByText('₦520.00').waitFor();
    await service.db.dataPlan.update({ where: { planId: 'flow-1' }, data: { costKobo: 60_000n } });
    await dialog.getByRole('button', { name: 'Change markup' }).click();
    await dialog.getByText(/has changed since this preview/).waitFor();
    const markupOf = async () => (await service.db.tier.findUniqueOrThrow({ where: { name: 'gold' } })).markupBps;
    expect(await markupOf()).toBe(200);
    await dialog.getByRole('button', { name: 'Back' }).click();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByText('₦624.00').waitFor();
    await dialog.getByRole('button', { name: 'Change markup' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await markupOf()).toBe(400);
  });
});
