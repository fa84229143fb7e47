import type { Page } from 'playwright-core';
import { totp } from '../../journey/support/totp';
import { type DashboardWorld, PASSWORD, type Person } from './dashboard-world';
import type { Pages } from './pages';

/** An operator at work in the console, with a second factor that is a day old. */
export type ConsoleOperator = Person & {
  page: Page;
  id: string;
  name: string;
  /** The code of now, as if none had been used before. */
  code(): Promise<string>;
  /** Makes the last proof of the factor too old for what moves money or trust. */
  stale(): Promise<void>;
};

/** A new operator, signed in, who has set up a second factor. */
export async function operatorAtWork(world: DashboardWorld, pages: Pages): Promise<ConsoleOperator> {
  const person = await world.addOperator();
  const page = await pages.signIn(person);
  const { id, name } = await world.db.dashboardUser.findUniqueOrThrow({ where: { email: person.email } });
  const post = async (path: string, data: object) => {
    const headers = { origin: world.dashboard.url };
    const answer = await page.request.post(`${world.dashboard.url}${path}`, { data, headers });
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
  };
  const { totpURI } = await post('/api/auth/two-factor/enable', { password: PASSWORD });
  await post('/api/auth/two-factor/verify-totp', { code: totp(totpURI) });
  /** The database keeps these times itself. */
  const believe = (sql: string) =>
    world.db.$transaction([
      world.db.$executeRaw`SET LOCAL session_replication_role = replica`,
      world.db.$executeRawUnsafe(sql, id),
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
      await world.db.$executeRaw`UPDATE dashboard_two_factor SET last_step = NULL WHERE user_id = ${id}::uuid`;
      return totp(totpURI);
    },
    async stale() {
      await believe(`UPDATE dashboard_session SET factor_at = ${aDayAgo} WHERE user_id = $1::uuid`);
    },
  };
}

/** In a dialog that says that an approval is needed: asks for it. @returns the id of the request */
export async function askForApproval(page: Page, note: string): Promise<string> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Note for whoever decides').fill(note);
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
