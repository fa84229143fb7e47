import type { Page } from 'playwright-core';
import { totp } from '../../journey/support/totp';
import { PASSWORD, type Person } from './dashboard-world';
import type { DashboardInUse } from './use-dashboard';

/** A person with a second factor that is a day old. */
export type WithFactor = {
  id: string;
  name: string;
  /** Asks the server for a change without a page. */
  post(path: string, data: object): Promise<Record<string, string>>;
  /** The code of now, as if none had been used before. */
  code(): Promise<string>;
  /** Makes the last proof of the factor too old for what moves money or trust. */
  stale(): Promise<void>;
};

/** An operator at work in the console, with a second factor. */
export type ConsoleOperator = Person &
  Omit<WithFactor, 'post'> & {
    page: Page;
    /** Approves a request without its page. */
    approve(requestId: string): Promise<void>;
  };

/** Sets up a second factor for a person who is signed in there. */
export async function setUpFactor(service: DashboardInUse, { email }: Person, page: Page): Promise<WithFactor> {
  const { id, name } = await service.db.dashboardUser.findUniqueOrThrow({ where: { email } });
  const post = async (path: string, data: object) => {
    const headers = { origin: service.dashboard.url };
    const answer = await page.request.post(`${service.dashboard.url}${path}`, { data, headers });
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
  };
  const { totpURI } = await post('/api/auth/two-factor/enable', { password: PASSWORD });
  await post('/api/auth/two-factor/verify-totp', { code: totp(totpURI) });
  /** The database keeps these times itself. */
  const believe = (sql: string) =>
    service.db.$transaction([
      service.db.$executeRaw`SET LOCAL session_replication_role = replica`,
      service.db.$executeRawUnsafe(sql, id),
    ]);
  const aDayAgo = "clock_timestamp() - interval '1 day'";
  await believe(`UPDATE dashboard_two_factor SET enrolled_at = ${aDayAgo} WHERE user_id = $1::uuid`);
  return {
    id,
    name,
    post,
    async code() {
      await service.db.$executeRaw`UPDATE dashboard_two_factor SET last_step = NULL WHERE user_id = ${id}::uuid`;
      return totp(totpURI);
    },
    async stale() {
      await believe(`UPDATE dashboard_session SET factor_at = ${aDayAgo} WHERE user_id = $1::uuid`);
    },
  };
}

/** A new operator, signed in, who has set up a second factor. */
export async function operatorAtWork(service: DashboardInUse): Promise<ConsoleOperator> {
  const person = await service.addOperator();
  const page = await service.signIn(person);
  const { post, ...factor } = await setUpFactor(service, person, page);
  await page.goto('/operator');
  return {
    ...person,
    ...factor,
    page,
    async approve(requestId) {
      await post(`/api/operator/approvals/${requestId}/approve`, {});
    },
  };
}

/** In a dialog that says that an approval is needed: asks for it. @returns the id of the request */
export async function askForApproval(page: Page, note: string): Promise<string> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Note for the approver').fill(note);
  await dialog.getByRole('button', { name: 'Ask for approval' }).click();
  const link = dialog.getByRole('link', { name: 'Show the request' });
  const id = String(await link.getAttribute('href'))
    .split('/')
    .at(-1);
  await dialog
    .getByRole('button', { name: /^(Close|Done)$/ })
    .last()
    .click();
  await dialog.waitFor({ state: 'detached' });
  return String(id);
}

/** Opens the page of a request and confirms the dialog of this button. */
export async function decide(page: Page, id: string, verb: 'Approve' | 'Decline', note?: string): Promise<void> {
  await page.goto(`/operator/approvals/${id}`);
  await page.getByRole('button', { name: verb }).click();
  const dialog = page.getByRole('dialog');
  if (note !== undefined) await dialog.getByRole('textbox').fill(note);
  await dialog.getByRole('button', { name: verb }).click();
  await dialog.waitFor({ state: 'detached' });
}
