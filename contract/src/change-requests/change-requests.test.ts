import { describe, expect, it, test } from 'vitest';
import { bodyBytesOf } from '../call.ts';
import { limits } from '../limits.ts';
import { fieldsOf } from '../testing/body-fields.ts';
import { changeRequestCalls, newChangeRequest, requestedChanges } from './change-requests.ts';

const at = '2027-01-01T09:00:00+05:45';
const errorsOf = (body: object) =>
  newChangeRequest
    .safeParse(body)
    .error?.issues.map(({ path, message }) => [path.join('.'), message]);

describe('a new change request', () => {
  it('has any part of an edit, the countries too, and a time with zone', () => {
    const changes = { appName: ' Tide  ', reward1: '', country: 'IN, DE' };
    expect(newChangeRequest.parse({ appID: 'a1', changes, at })).toEqual({
      appID: 'a1',
      changes: { appName: 'Tide', reward1: '', country: 'IN,DE' },
      at: Date.parse(at),
    });
  });

  it.each([
    [{ changes: { adsStatus: 'off' } }, 'appID', 'Please Select Application'],
    [{ appID: 'a1' }, 'changes', /must be an object/],
    [{ appID: 'a1', changes: { icon: 'x' } }, 'changes', /icon cannot be changed later/],
    [{ appID: 'a1', changes: { version: 3 } }, 'changes', 'Unknown field: version'],
    [{ appID: 'a1', changes: { appName: '' } }, 'changes.appName', 'Please Enter App Name'],
    [{ appID: 'a1', changes: { adsStatus: 'x' } }, 'changes.adsStatus', /must be one of/],
    [{ appID: 'a1', changes: {}, at: '2027-01-01' }, 'at', /with its zone/],
    [{ appID: 'a1', changes: {}, at: 5 }, 'at', /with its zone/],
  ])('%j is refused', (body, field, message) => {
    expect(errorsOf(body)).toEqual([[field, expect.stringMatching(message)]]);
  });
});

test('the body limit has room for the longest request', () => {
  const perCharacter = limits.mostUnitsPerCharacter * '\\u0000'.length;
  const bytes = [...fieldsOf(requestedChanges), ...fieldsOf(newChangeRequest)]
    .map(({ name, maxLength = 20 }) => name.length + 6 + maxLength * perCharacter)
    .reduce((sum, each) => sum + each, 2);
  expect(bytes).toBeLessThanOrEqual(bodyBytesOf(changeRequestCalls.createChangeRequest));
});
