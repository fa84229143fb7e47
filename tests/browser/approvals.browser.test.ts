import { expireApproval, switchApprovalsOff } from '@topup/testkit';
import { describeWithBrowser } from './support/chromium';
import { PASSWORD } from './support/dashboard-world';
import { askForApproval, type ConsoleOperator, decide, operatorAtWork } from './support/operators';
import { heading } from './support/pages';
import { unusable } from './support/usable';
import { useDashboard } from './support/use-dashboard';

describeWithBrowser('one operator can do alone what needs two', () => {
  const service = useDashboard({ keepPages: true });
  let ada: ConsoleOperator;
  let bola: ConsoleOperator;

  beforeAll(async () => {
    [ada, bola] = await Promise.all([operatorAtWork(service), operatorAtWork(service)]);
  });

  const balance = async (accountId: string) =>
    (await service.db.wallet.findUniqueOrThrow({ where: { accountId } })).balanceKobo;
  const entries = (accountId: string, kind: string) => service.db.ledgerEntry.findMany({ where: { accountId, kind } });
  const approval = (id: string) => service.db.approval.findUniqueOrThrow({ where: { id } });

  /** Fills the dialog of a funding, up to the answer of the server. */
  async function fund(accountId: string, amount: string, reference: string): Promise<void> {
    await ada.page.goto(`/operator/accounts/${accountId}`);
    await ada.page.getByRole('button', { name: 'Fund wallet' }).click();
    const dialog = ada.page.getByRole('dialog');
    await dialog.getByLabel('Amount in naira').fill(amount);
    await dialog.getByLabel('Bank reference').fill(reference);
    await dialog.getByLabel('Note').fill('seen on the statement');
    await dialog.getByRole('button', { name: 'Continue' }).click();
  }

  test('a funding above the limit is asked for by one, approved by another with a code, and done once', async () => {
    const { accountId } = await service.addOwner(1_000);
    await fund(accountId, '2,000,000', 'bank-big');
    const dialog = ada.page.getByRole('dialog');
    await dialog.getByText('An amount above ₦1,000,000.00 needs the approval of a second operator.').waitFor();
    await dialog.getByText('when another operator approves it').waitFor();
    await dialog.getByText('₦2,001,000.00').waitFor();
    expect(await dialog.getByRole('button', { name: 'Add money' }).count()).toBe(0);
    expect(await dialog.getByLabel('Note for the approver').inputValue()).toBe('seen on the statement');
    const id = await askForApproval(ada.page, 'statement of the bank, line 7');
    expect(await balance(accountId)).toBe(100_000n);

    // the operator who asked cannot approve, neither on the page nor past it
    await ada.page.goto(`/operator/approvals/${id}`);
    await heading(ada.page, 'Funding');
    await ada.page.getByText('statement of the bank, line 7').waitFor();
    expect(await ada.page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    const headers = { origin: service.dashboard.url };
    const own = await ada.page.request.post(`/api/operator/approvals/${id}/approve`, { data: {}, headers });
    expect([own.status(), (await own.json()).code]).toEqual([409, 'own_request']);
    await ada.page.getByRole('button', { name: 'Cancel request' }).click();

    await bola.page.goto('/operator');
    await bola.page.getByRole('link', { name: 'Approvals 1 to decide' }).click();
    await heading(bola.page, 'Approvals');
    await bola.page.getByRole('link', { name: /^Fund account .* with ₦2,000,000\.00/ }).click();
    await bola.page.getByText('₦2,001,000.00').waitFor();
    await bola.stale();
    await bola.page.getByRole('button', { name: 'Approve' }).click();
    await bola.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    const factor = bola.page.getByRole('dialog', { name: 'Confirm it’s you' });
    await factor.getByLabel('Code').fill(await bola.code());
    expect((await approval(id)).state).toBe('requested');
    await factor.getByRole('button', { name: 'Confirm' }).click();
    await bola.page.getByText('Request approved. The change was made.').waitFor();
    await bola.page.getByText('Approved', { exact: true }).waitFor();
    expect([await balance(accountId), (await entries(accountId, 'funding')).length]).toEqual([200_100_000n, 2]);

    // the dialog that was open before says that it is too late
    await ada.page.getByRole('dialog').getByRole('button', { name: 'Cancel request' }).click();
    await ada.page.getByText('This request is already approved.').waitFor();
    await fund(accountId, '2,000,000', 'bank-big');
    await ada.page.getByRole('dialog').getByRole('button', { name: 'Ask for approval' }).click();
    await ada.page.getByText('belongs to an earlier payment').waitFor();
    expect(await balance(accountId)).toBe(200_100_000n);
  });

  test('a refund of a delivered purchase needs a second operator, however small', async () => {
    const owner = await service.addOwner(1_000);
    const client = await service.sellerFor(owner.accountId);
    expect((await client.buyAirtime({ ref: 'delivered-1', amount: 100 })).status).toBe(200);
    await ada.page.goto('/operator/purchases/delivered-1');
    await ada.page.getByRole('button', { name: 'Settle purchase' }).click();
    const dialog = ada.page.getByRole('dialog');
    await dialog.getByLabel('Not delivered: refund the purchase').check();
    await dialog.getByLabel('Evidence').fill('the provider says it went elsewhere');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('button', { name: 'Refund purchase' }).click();
    await dialog.getByText('This needs the approval of a second operator.').waitFor();
    const id = await askForApproval(ada.page, 'ticket 9');
    expect(await balance(owner.accountId)).toBe(90_000n);
    await bola.page.goto(`/operator/approvals/${id}`);
    await bola.page.getByText('Delivered', { exact: true }).waitFor();
    await decide(bola.page, id, 'Approve', 'I read the ticket');
    expect(await balance(owner.accountId)).toBe(100_000n);
    await ada.page.goto('/operator/purchases/delivered-1');
    await ada.page.getByText('Refunded').first().waitFor();
  });

  test('a wallet goes below zero only by an approval, and its owner reads why', async () => {
    const owner = await service.addOwner(1_000);
    const [opening] = await entries(owner.accountId, 'funding');
    await ada.page.goto(`/operator/accounts/${owner.accountId}`);
    await ada.page.getByRole('button', { name: `Correct entry ${opening?.id}` }).click();
    const dialog = ada.page.getByRole('dialog');
    expect(await dialog.getByLabel('Corrected ledger entry').inputValue()).toBe(String(opening?.id));
    await dialog.getByLabel('Take money from the wallet').check();
    await dialog.getByLabel('Amount in naira').fill('1,200');
    await dialog.getByLabel('Reason').fill('credited to the wrong client');
    await dialog.getByLabel('Reference').fill('ticket-12');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('button', { name: 'Adjust wallet' }).click();
    await dialog.getByText('so this would make it negative').waitFor();
    await dialog.getByLabel('Allow a negative balance').check();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByText('A negative balance needs the approval of a second operator.').waitFor();
    await bola.approve(await askForApproval(ada.page, 'they have agreed to it'));
    expect(await balance(owner.accountId)).toBe(-20_000n);

    const theirs = await service.signIn(owner, '/wallet');
    await theirs.getByText('credited to the wrong client').waitFor();
    await theirs.getByText(`corrects entry ${opening?.id}`).waitFor();
    await theirs.getByRole('row', { name: /ticket-12.*Adjustment.*−₦1,200\.00.*−₦200\.00/ }).waitFor();
  });

  test('what was declined or has expired is not done', async () => {
    const { accountId } = await service.addOwner(1_000);
    await fund(accountId, '1,500,000', 'declined-1');
    const declined = await askForApproval(ada.page, 'please');
    await decide(bola.page, declined, 'Decline', 'not on the statement');
    await ada.page.goto(`/operator/approvals/${declined}`);
    await ada.page.getByText('not on the statement').waitFor();
    expect(await ada.page.getByRole('button', { name: 'Cancel request' }).count()).toBe(0);

    await fund(accountId, '1,500,000', 'expired-1');
    const expired = await askForApproval(ada.page, 'please');
    await bola.page.goto(`/operator/approvals/${expired}`);
    await bola.page.getByRole('button', { name: 'Approve' }).click();
    await expireApproval(service.db, expired);
    await bola.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await bola.page.getByText('This request expired after 24 hours').waitFor();
    await bola.page.getByText('Expired', { exact: true }).waitFor();
    expect(await balance(accountId)).toBe(100_000n);
  });

  test('the limits change only when a second operator approves', async () => {
    await ada.page.goto('/operator/operators');
    const panel = ada.page.getByRole('region', { name: 'Limits' });
    await panel.getByText('₦1,000,000.00').waitFor();
    await panel.getByRole('button', { name: 'Change limits' }).click();
    await ada.page.getByRole('dialog').getByLabel('Approval limit in naira').fill('900,000');
    const id = await askForApproval(ada.page, 'smaller clients');
    expect(await service.db.moneyRule.findFirst()).toMatchObject({ approvalLimitKobo: 100_000_000n });
    await bola.page.goto(`/operator/approvals/${id}`);
    await bola.page.getByText('₦1,000,000.00 → ₦900,000.00').waitFor();
    await bola.approve(id);
    await ada.page.reload();
    await panel.getByText('₦900,000.00').waitFor();
  });

  test('an operator is added, gets a new link, loses the factor and is disabled by two others', async () => {
    await ada.page.goto('/operator/operators');
    await ada.page.getByRole('button', { name: 'Add operator' }).click();
    const dialog = ada.page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Chidi Third');
    await dialog.getByLabel('E-mail').fill('chidi@example.test');
    await dialog.getByLabel('Note for the approver').fill('joins support');
    await dialog.getByRole('button', { name: 'Ask for approval' }).click();
    const link = new URL((await dialog.locator('pre').textContent()) ?? '');
    const guest = await service.openPage(link.pathname + link.search);
    await guest.getByRole('link', { name: 'Request a new link' }).waitFor();
    const added = String(await dialog.getByRole('link', { name: 'Show the request' }).getAttribute('href'));
    await dialog.getByRole('button', { name: 'Done' }).click();
    await bola.approve(added.split('/').at(-1) ?? '');
    await guest.reload();
    await guest.getByLabel('New password').fill(PASSWORD);
    await guest.getByRole('button', { name: 'Set password' }).click();
    await heading(guest, 'Overview'); // signed in

    const chidi = await service.db.dashboardUser.findUniqueOrThrow({ where: { email: 'chidi@example.test' } });
    await service.db.$executeRaw`
      INSERT INTO dashboard_two_factor (id, user_id, secret, backup_codes)
      VALUES (gen_random_uuid(), ${chidi.id}::uuid, 's', 'b')`;
    await service.db.dashboardUser.update({ where: { id: chidi.id }, data: { twoFactorEnabled: true } });
    const ask = async (button: string, note: string) => {
      await ada.page.goto('/operator/operators');
      await ada.page.getByRole('button', { name: button }).click();
      return askForApproval(ada.page, note);
    };
    await bola.approve(await ask('Create link for Chidi Third', 'forgot it'));
    expect(await service.db.dashboardLink.count({ where: { userId: chidi.id } })).toBe(1);
    await bola.approve(await ask('Reset two-factor authentication of Chidi Third', 'lost the phone'));
    expect(await service.db.dashboardTwoFactor.count({ where: { userId: chidi.id } })).toBe(0);
    await bola.approve(await ask('Disable Chidi Third', 'has left'));
    await ada.page.goto('/operator/operators');
    await ada.page.getByRole('button', { name: `Disable ${bola.name}` }).waitFor();
    expect(await ada.page.getByText('chidi@example.test').count()).toBe(0);

    // nobody decides about themselves
    const about = await ask(`Disable ${bola.name}`, 'a test');
    await bola.page.goto(`/operator/approvals/${about}`);
    await bola.page.getByText('Another operator must decide.').waitFor();
    await ada.page.goto(`/operator/approvals/${about}`);
    await ada.page.getByRole('button', { name: 'Cancel request' }).click();
    await ada.page.getByRole('dialog').getByRole('button', { name: 'Cancel request' }).click();
    await ada.page.getByText('Cancelled', { exact: true }).waitFor();
  });

  test('the pages have no serious violation of axe and fit the screen, including that of a phone', async () => {
    const { accountId } = await service.addOwner(1_000);
    await fund(accountId, '1,500,000', 'axe-1');
    const id = await askForApproval(ada.page, 'please');
    const paths = ['/approvals', `/approvals/${id}`, '/operators', `/accounts/${accountId}`];
    for (const width of [390, 1280]) {
      await bola.page.setViewportSize({ width, height: 900 });
      const pages = paths.map((path) => `/operator${path}`);
      expect(await unusable(bola.page, pages)).toEqual([]);
    }
  });

  test('without approvals every page says so, and the daily cap still holds', async () => {
    await switchApprovalsOff(service.db);
    // it comes with the first data, because a page would move down under it
    await ada.page.route('**/api/operator/limits', () => undefined);
    await ada.page.goto('/operator/books');
    await heading(ada.page, 'Books');
    expect(await ada.page.getByText('Approvals are off. One operator alone can').count()).toBe(1);
    await ada.page.unroute('**/api/operator/limits');

    const { accountId } = await service.addOwner(1_000);
    await fund(accountId, '5,000,001', 'too-much');
    await ada.page.getByRole('dialog').getByRole('button', { name: 'Add money' }).click();
    await ada.page.getByText('Approvals are off. One operator alone can').waitFor();
    await ada.page
      .getByRole('dialog')
      .getByText(/^This exceeds the daily cap, so nothing was changed\. At most ₦.* is possible today/)
      .waitFor();
    expect(await balance(accountId)).toBe(100_000n);
  });
});
