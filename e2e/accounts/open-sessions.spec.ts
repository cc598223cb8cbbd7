import { confirmDelete, fromMenu, rowOf } from '../support/rows.ts';
import { expect, stored, test } from '../support/test.ts';

/* The page Sessions: where somebody is signed in, and how to end that (ADR 135). */

test('an owner sees where the account is signed in, ends one session, and then all others', async ({
  ownerPage,
  api,
  owner,
}) => {
  for (let more = 0; more < 2; more += 1) await api.signInOwner(owner);
  await ownerPage.goto('/open-sessions');
  await expect(ownerPage).toHaveTitle('User Panel | Sessions');
  const rows = ownerPage.getByRole('row');
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(1)).toContainText('Now (this one)');
  await expect(rows.nth(1).getByRole('button', { name: /^Actions/ })).toHaveCount(0);

  await fromMenu(ownerPage, rows.nth(2), 'End…');
  await confirmDelete(ownerPage);
  await expect(ownerPage.getByText('Session ended')).toBeVisible();
  await expect(rows).toHaveCount(3);

  await ownerPage.getByRole('button', { name: 'End all others' }).click();
  await expect(ownerPage.getByText('1 session ended')).toBeVisible();
  await expect(rows).toHaveCount(2);
  await expect(ownerPage.getByRole('button', { name: 'End all others' })).toHaveCount(0);
  const { token } = await stored(ownerPage, 'authUser');
  expect(await api.call('getSessions', { as: token })).toHaveLength(1);
});

test('an administrator ends the session of an owner', async ({ adminPage, api, owner }) => {
  const { token } = await api.signInOwner(owner);
  await adminPage.goto(`/admin/user-list?search=${owner.userID}`);
  await fromMenu(adminPage, rowOf(adminPage, owner.userID), 'Sessions');
  await expect(
    adminPage.getByRole('heading', { name: `Sessions of ${owner.fullName}`, level: 1 }),
  ).toBeVisible();
  await fromMenu(adminPage, adminPage.getByRole('row').nth(1), 'End…');
  await confirmDelete(adminPage);
  await expect(adminPage.getByText('Not signed in anywhere')).toBeVisible();
  const answer = await fetch(`${api.address}/sessions`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(401);
});
