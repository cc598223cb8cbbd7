import { schemaResolver } from '@mantine/form';
import { describe, expect, it } from 'vitest';
import { formValuesOf, mayKeepPassword, userSchema } from './user-form-values.ts';

const user = {
  id: 'x1',
  userID: 'ada',
  fullName: 'Ada',
  position: 'Publisher',
  password: 'tide-clock-7',
  noOfApps: 1,
  createdAt: '2026-03-01T08:00:00.000Z',
};
const hidden = { ...user, password: 'Hidden' };
const restored = { ...user, password: '' };

const messageFor = (values: object, of: typeof user | null) =>
  userSchema(of).safeParse(values).error?.issues[0]?.message;

describe('a password that the list shows', () => {
  it('stands in the form and must not be left blank', () => {
    const values = formValuesOf(user);
    expect(values.password).toBe('tide-clock-7');
    expect(messageFor({ ...values, password: '  ' }, user)).toBe('Please Enter Password');
  });
});

describe.each([
  ['hidden', hidden],
  ['missing', restored],
])('a %s password', (_, one) => {
  it('is never sent back as it is shown, and stays when left blank', () => {
    const values = formValuesOf(one);
    expect(mayKeepPassword(one)).toBe(true);
    expect(userSchema(one).parse(values)).toEqual({
      fullName: 'Ada',
      position: 'Publisher',
      userId: 'ada',
    });
  });

  it('can be set, and is checked then', () => {
    const values = { ...formValuesOf(one), password: 'short' };
    expect(messageFor(values, one)).toBe('Password must be 8 to 128 characters');
  });
});

it('asks for everything of a new user, in the words of the spec', () => {
  const check = schemaResolver(userSchema(null), { sync: true });
  expect(check(formValuesOf(null))).toEqual({
    fullName: 'Please Enter Full Name',
    position: 'Please Enter Position Name',
    userId: 'Please Enter User ID',
    password: 'Please Enter Password',
  });
});
