import type { Page } from 'playwright-core';
import { totp } from '../../journey/support/totp';
import { PASSWORD, type Person } from './dashboard-world';
import type { DashboardInUse } from './use-dashboard';

/** An operator at work in the console, with a second factor that is a day old. */
export type ConsoleOperator = Person & {
  page: Page;
  id: string;
  name: string;
  /** The code of now, as if none had been used before. */
  code(): Promise<string>;
  /** Approves a request without its page. */
  approve(requestId: string): Promise<void>;
  /** Makes the last proof of the factor too old for what moves money or trust. */
  stale(): Promise<void>;
};

/** A new operator, signed in, who has set up a second factor. */
export async function operatorAtWork(service: DashboardInUse): Promise<ConsoleOperator> {
  const person = await service.addOperator();
  const page = await service.signIn(person);
  const { id, name } = await service.db.dashboardUser.findUniqueOrThrow({ where: { email: person.email } });
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
  await page.goto('/operator');
  return {
    ...person,
    page,
    id,
    name,
    async code() {
      await service.db.$executeRaw`UPDATE dashboard_two_factor SET last_step = NULL WHERE user_id = ${id}::uuid`;
      return totp(totpURI);
    },
    async approve(requestId) {
      await post(`/api/operator/approvals/${requestId}/approve`, {});
    },
    async stale() {
      await believe(`UPDATE dashboard_session SET factor_at = ${aDayAgo} WHERE user_id = $1::uuid`);
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
