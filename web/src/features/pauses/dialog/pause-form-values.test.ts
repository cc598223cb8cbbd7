import { describe, expect, test } from 'vitest';
import { endOf, type PauseFormValues, pauseDialogSchema } from './pause-form-values.ts';

/* The tests run in the zone Pacific/Chatham; local times are of this zone. */
const now = new Date('2026-11-22T22:10').getTime();
const schema = pauseDialogSchema(() => now);
const typed = (over: Partial<PauseFormValues>): PauseFormValues => ({
  scope: 'all',
  value: '',
  reason: 'Invalid traffic',
  ends: 'never',
  until: '',
  ...over,
});
const errorsOf = (over: Partial<PauseFormValues>) =>
  schema.safeParse(typed(over)).error?.issues.map(({ path, message }) => [path.join(), message]);

test.each([
  ['never', '', null],
  ['hour', '', '2026-11-22T23:10'],
  ['tonight', '', '2026-11-22T23:00'],
  ['morning', '', '2026-11-23T09:00'],
  ['at', '2026-11-22T22:11', '2026-11-22T22:11'],
  ['at', '', null],
  // The value that another choice left behind has no effect.
  ['never', '2026-11-22T22:11', null],
] as const)('%s %j ends at %j', (ends, until, end) => {
  expect(endOf({ ends, until }, now)).toBe(end && new Date(end).getTime());
});

test('tomorrow at 09:00 also when the clocks change in the night', () => {
  const evening = new Date('2026-09-26T20:00').getTime();
  const end = endOf({ ends: 'morning', until: '' }, evening);
  expect(end).toBe(new Date('2026-09-27T09:00').getTime());
  expect(end).toBe(evening + 12 * 3_600_000);
});

describe('the dialog', () => {
  test('sends the contract’s form; a pause of all apps has no value', () => {
    const left = typed({ value: 'q7m2x5k3v4y6z7ab', reason: ' Invalid traffic ', ends: 'hour' });
    expect(schema.parse(left)).toEqual({
      scope: 'all',
      value: '',
      reason: 'Invalid traffic',
      until: now + 3_600_000,
    });
    const some = typed({ scope: 'apps', value: 'left behind', appIDs: ['a', 'b'] });
    expect(schema.parse(some)).toMatchObject({ scope: 'apps', value: '', appIDs: ['a', 'b'] });
    const other = typed({ scope: 'app', value: 'a', appIDs: ['a', 'b'] });
    expect(schema.parse(other)).not.toHaveProperty('appIDs');
  });

  test('does not go on for ever when the time that was chosen is over meanwhile', () => {
    const late = pauseDialogSchema(() => new Date('2026-11-22T23:00').getTime());
    const { error } = late.safeParse(typed({ ends: 'tonight' }));
    expect(error?.issues).toMatchObject([
      { path: ['ends'], message: 'The end must be in the future' },
    ]);
  });

  test.each([
    [{ reason: ' ' }, [['reason', 'Please Enter Reason']]],
    [{ reason: 'x'.repeat(201) }, [['reason', 'Reason must be at most 200 characters']]],
    [{ scope: 'app' }, [['value', 'Please Select Application']]],
    [{ scope: 'owner' }, [['value', 'Please Select Owner']]],
    [{ scope: 'account', value: ' ' }, [['value', 'Please Enter Account Name']]],
    [{ ends: 'at' }, [['until', 'Please Enter Date and Time']]],
    [{ ends: 'at', until: '2026-11-22T22:10' }, [['until', 'The end must be in the future']]],
    [
      { scope: 'app', reason: '', ends: 'at' },
      [
        ['reason', 'Please Enter Reason'],
        ['value', 'Please Select Application'],
        ['until', 'Please Enter Date and Time'],
      ],
    ],
  ] satisfies [Partial<PauseFormValues>, string[][]][])('refuses %j', (over, errors) => {
    expect(errorsOf(over)).toEqual(errors);
  });
});
