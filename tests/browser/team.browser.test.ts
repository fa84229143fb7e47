import { axeViolations } from './support/axe';
import { describeWithBrowser } from './support/chromium';
import { goTo, heading } from './support/pages';
import { useDashboard } from './support/use-dashboard';

describeWithBrowser('people on a team see what their role may not do, or cannot be given a role', () => {
  const service = useDashboard();
  const roleOf = async (email: string) => (await service.db.dashboardUser.findUniqueOrThrow({ where: { email } })).role;

  test('an owner invites a buyer and changes roles, and each says in one sentence what it may', async () => {
    const owner = await service.addOwner(1_000);
    const viewer = await service.addMember(owner.accountId);
    const page = await service.signIn(owner, '/team');
    await page.getByRole('button', { name: 'Invite team member' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite team member' });
    expect(await dialog.getByRole('radio').count()).toBe(3);
    expect(await dialog.getByRole('radio', { name: /^Viewer: / }).isChecked()).toBe(true);
    await dialog.getByLabel('Name').fill('Grace');
    await dialog.getByLabel('E-mail').fill('grace@team.test');
    await dialog.getByRole('radio', { name: 'Buyer: also spends the wallet by hand' }).click();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('row', { name: /Grace.*Buyer/ }).waitFor();
    expect(await roleOf('grace@team.test')).toBe('buyer');

    const row = page.getByRole('row', { name: new RegExp(viewer.email) });
    for (const [role, says] of [
      ['buyer', /can buy by hand, but can’t manage the team/],
      ['owner', /Owners can manage the team/],
      ['viewer', /can’t buy by hand, or manage the team/],
    ] as const) {
      await row.getByRole('button', { name: /^Actions for / }).click();
      const moves = page.getByRole('menuitem', { name: /^Make / });
      await moves.first().waitFor();
      expect(await moves.count()).toBe(2);
      await page.getByRole('menuitem', { name: `Make ${role}` }).click();
      const asked = page.getByRole('dialog', { name: /^Make Person / });
      await asked.getByText(says).waitFor();
      await asked.getByRole('button', { name: `Make ${role}` }).click();
      await row.getByText(new RegExp(`^${role}$`, 'i')).waitFor();
      expect(await roleOf(viewer.email)).toBe(role);
    }
  });

  test.each(['buyer', 'viewer'])('a %s sees no button and no page that the server would refuse', async (role) => {
    const owner = await service.addOwner(1_000);
    const person = await service.addMember(owner.accountId);
    await service.db.dashboardUser.update({ where: { email: person.email }, data: { role } });
    const page = await service.signIn(person, '/team');
    await page.getByRole('row', { name: new RegExp(owner.email) }).waitFor();
    for (const name of ['Invite team member', 'Require for everyone', /^Actions for /])
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Activity' }).count()).toBe(0);
    await goTo(page, 'API keys');
    await page.getByText('Account owners create and revoke keys.').waitFor();
    expect(await page.getByRole('button', { name: 'Create key' }).count()).toBe(0);
    await page.goto('/activity');
    await heading(page, 'Overview');
  });
});
