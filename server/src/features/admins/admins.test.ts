import { expect, it } from 'vitest';
import { eachDialect } from '../../../test/databases/dialects.ts';
import { createChangeLog } from '../../changes/change-log.ts';
import { createChangesFeed } from '../../changes/changes.feed.ts';
import { commandLineAuthor } from '../../http/actor.ts';
import { systemClock } from '../../kit/clock.ts';
import { createPasswordHasher } from '../../kit/password-hash.ts';
import { createWeaknessOf } from '../../kit/weak-password.ts';
import { signInRules } from '../../people/sign-in-rules.ts';
import { createAdmins } from './admins.service.ts';

eachDialect('administrators', (database) => {
  const hasher = createPasswordHasher();
  const weaknessOf = createWeaknessOf(['Adwarden']);
  const ended: [string, string][] = [];
  const endAccess = async (_: unknown, { kind, id }: { kind: string; id: string }) =>
    void ended.push([kind, id]);
  const unused = () => {
    throw new Error('nobody is invited here');
  };
  const build = () => {
    const { db } = database;
    const changeLog = createChangeLog(db, createChangesFeed(), systemClock);
    return createAdmins({
      db,
      changeLog,
      hasher,
      weaknessOf,
      clock: systemClock,
      endAccess,
      invitations: { make: unused, tell: unused },
      endInvitationsBy: async () => {},
      deleteThingsOf: async () => {},
      rules: signInRules({ requireSecondFactor: 'off', singleSignOn: null }),
    });
  };
  const first = { email: 'First@Example.com', name: 'First', password: undefined };
  const given = { ...first, password: 'harbour-lights-9' };

  it('creates the first administrator once, even when two processes start together', async () => {
    const admins = build();
    if (database.kind === 'postgres') {
      // Several nodes share the database, so no node may generate a password that only this node prints.
      await expect(admins.ensureFirst(first)).rejects.toThrow(/^ADMIN_PASSWORD must be set/);
      expect(await admins.list()).toEqual([]);
    }
    const wanted = database.kind === 'postgres' ? given : first;
    const [one, other] = await Promise.all([
      admins.ensureFirst(wanted),
      admins.ensureFirst(wanted),
    ]);
    const generated = [one, other].map(({ generatedPassword }) => generatedPassword);
    expect(generated).toContain(null);
    const password = generated.find(Boolean) ?? given.password;
    if (wanted === first) expect(password).toMatch(/^[a-hjkmnp-z2-9]{5}(-[a-hjkmnp-z2-9]{5}){3}$/);

    const [admin, ...more] = await admins.list();
    expect(more).toEqual([]);
    expect(admin).toMatchObject({ email: first.email, fullName: 'First' });
    expect(await hasher.verify(password, admin?.passwordHash ?? '')).toBe(true);
  });

  it('creates no second one when the settings change', async () => {
    const wanted = { email: 'second@example.com', name: 'Second', password: 'harbour-lights-9' };
    const told = await build().ensureFirst(wanted);
    expect(told).toEqual({ email: first.email, generatedPassword: null });
    expect(await build().list()).toHaveLength(1);
  });

  it('adds others, each e-mail once', async () => {
    const admins = build();
    const given = { email: 'Ada@Example.com', name: 'Ada', password: 'harbour-lights-9' };
    expect(await admins.add(commandLineAuthor, given)).toBe('harbour-lights-9');
    const again = { ...given, email: ' ada@EXAMPLE.com' };
    await expect(admins.add(commandLineAuthor, again)).rejects.toMatchObject({ code: 'conflict' });
    expect((await admins.list()).map(({ email }) => email)).toEqual([first.email, given.email]);
  });

  it('resets a password and ends the sessions of that administrator', async () => {
    const admins = build();
    const [, ada] = await admins.list();
    const password = await admins.reset(commandLineAuthor, 'ADA@example.com');
    const hash = await admins.passwordHashOf(ada?.id ?? '');
    expect(await hasher.verify(password, hash)).toBe(true);
    expect(ended).toEqual([['admin', ada?.id]]);
    const nobody = admins.reset(commandLineAuthor, 'nobody@example.com');
    await expect(nobody).rejects.toMatchObject({ code: 'not-found' });
  });

  it('adds viewers, who do not count as the last administrator', async () => {
    const admins = build();
    const viewer = {
      ...given,
      email: 'viewer@example.com',
      name: 'Viewer',
      role: 'viewer',
    } as const;
    await admins.add(commandLineAuthor, viewer);
    const all = await admins.list();
    expect(all.find(({ email }) => email === viewer.email)).toMatchObject({ role: 'viewer' });
    const others = all.filter(({ role, email }) => role === 'admin' && email !== first.email);
    for (const { email } of others) await admins.remove(commandLineAuthor, email);
    for (const email of [first.email]) {
      const isLast = {
        code: 'conflict',
        message: expect.stringMatching(/is the last administrator/),
      };
      await expect(admins.remove(commandLineAuthor, email)).rejects.toMatchObject(isLast);
      await expect(admins.setEnabled(commandLineAuthor, email, false)).rejects.toMatchObject(
        isLast,
      );
    }
    await admins.remove(commandLineAuthor, viewer.email);
  });
});
