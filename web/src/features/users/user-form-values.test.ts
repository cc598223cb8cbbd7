import { schemaResolver } from '@mantine/form';
import { describe, expect, it } from 'vitest';
import {
  editPayload,
  formValuesOf,
  mayKeepPassword,
  newPayload,
  userDifferences,
  userSchema,
} from './user-form-values.ts';

const user = {
  id: 'x1',
  userID: 'ada',
  fullName: 'Ada',
  position: 'Publisher',
  password: 'tide-clock-7',
  needsApproval: 'off' as const,
  email: '',
  noOfApps: 1,
  singleSignOn: false,
  createdAt: '2026-03-01T08:00:00.000Z',
  version: 7,
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
      needsApproval: 'off',
      email: '',
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

it('a new user without an e-mail address is sent as the specification says', () => {
  const values = { fullName: 'Ada', position: 'P', userId: 'ada', password: 'tide-clock-7' };
  const make = (email: string) =>
    newPayload(userSchema(null).parse({ ...formValuesOf(null), ...values, email }));
  expect(make(' ')).toEqual({ ...values, needsApproval: 'off' });
  expect(make('ada@example.com')).toMatchObject({ email: 'ada@example.com' });
});

describe('an edit', () => {
  const newer = { ...user, position: 'Owner', password: 'newer-tide-8', version: 9 };
  const send = (over: typeof user, changes: object) => {
    const mine = { ...formValuesOf(user), ...changes };
    return editPayload(userSchema(user).parse(mine), { base: user, over, mine });
  };

  it('sends the version, and the password only when it was changed', () => {
    const texts = { fullName: 'Ada', position: 'Publisher', userId: 'ada' };
    expect(send(user, {})).toEqual({ ...texts, version: 7 });
    expect(send(user, { password: ' tide-clock-7 ' })).toEqual({ ...texts, version: 7 });
    const password = 'other-tide-9';
    expect(send(user, { password })).toEqual({ ...texts, password, version: 7 });
  });

  it('sends only changed fields when somebody else has saved a newer version', () => {
    expect(send(newer, { fullName: 'Ada H.' })).toEqual({ fullName: 'Ada H.', version: 9 });
  });

  it('sends the switch for approvals only when it was changed here', () => {
    expect(send(user, { needsApproval: 'on' })).toMatchObject({ needsApproval: 'on', version: 7 });
    expect(send(newer, { position: 'Agent' })).toEqual({ position: 'Agent', version: 9 });
    const theirs = { ...newer, needsApproval: 'on' as const };
    const rows = userDifferences({ base: user, theirs, mine: formValuesOf(user) });
    expect(rows).toContainEqual({
      field: 'needsApproval',
      label: 'Changes need approval',
      theirs: 'ON',
      mine: null,
      clash: false,
    });
  });

  it('sends the e-mail address only when it was changed here; an empty one clears it', () => {
    expect(send(user, { email: 'ada@example.com' })).toMatchObject({ email: 'ada@example.com' });
    const known = { ...user, email: 'ada@example.com' };
    const mine = { ...formValuesOf(known), email: ' ' };
    const sent = editPayload(userSchema(known).parse(mine), { base: known, over: known, mine });
    expect(sent.email).toBe('');
    expect(send(user, {})).not.toHaveProperty('email');
  });

  it('tells mine, theirs and both apart', () => {
    const mine = { ...formValuesOf(user), fullName: 'Ada H.', position: 'Agent' };
    const rows = userDifferences({ base: user, theirs: newer, mine });
    expect(rows.map(({ label, theirs, mine, clash }) => [label, theirs, mine, clash])).toEqual([
      ['Full Name', 'Ada', 'Ada H.', false],
      ['Position', 'Owner', 'Agent', true],
      ['Password', 'newer-tide-8', null, false],
    ]);
  });

  it('lists a password that is not in the answer only where this form sets another one', () => {
    const theirs = { ...newer, password: 'Hidden' };
    const rows = (changes: object) =>
      userDifferences({ base: user, theirs, mine: { ...formValuesOf(user), ...changes } })
        .filter(({ field }) => field === 'password')
        .map(({ theirs, mine, clash }) => [theirs, mine, clash]);
    expect(rows({ position: 'Agent' })).toEqual([]);
    expect(rows({ password: 'other-tide-9' })).toEqual([['Hidden', 'other-tide-9', true]]);
  });
});
