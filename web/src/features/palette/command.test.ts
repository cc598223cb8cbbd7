import { expect, test } from 'vitest';
import { type Command, matchCommands, wishOf } from './command.ts';

const command = (label: string, keywords = ''): Command => ({
  id: label,
  label,
  group: 'Actions',
  icon: () => null,
  keywords,
  run: () => {},
});
const commands = [
  command('Add New App', 'create application'),
  command('Audit Log', 'history'),
  command('Logout', 'sign out'),
];

test.each([
  ['', ['Add New App', 'Audit Log', 'Logout']],
  ['  ', ['Add New App', 'Audit Log', 'Logout']],
  ['LOG', ['Audit Log', 'Logout']],
  ['ＬÓＧ', ['Audit Log', 'Logout']],
  ['app new', ['Add New App']],
  ['sign', ['Logout']],
  ['og', []],
  ['add user', []],
  ['.*', []],
  ['🙂', []],
])('%j finds %j', (text, labels) => {
  expect(matchCommands(commands, text).map(({ label }) => label)).toEqual(labels);
});

test.each([
  ['pause sandpiper', 'pause', 'sandpiper', ''],
  ['  Stop  The Harbour Apps ', 'pause', 'The Harbour Apps', ''],
  ['pause kofi: Invalid traffic: network says', 'pause', 'kofi', 'Invalid traffic: network says'],
  ['stop kofi :', 'pause', 'kofi', ''],
  ['new token driftwood', 'new-token', 'driftwood', ''],
  ['rotate token for Tide: Clock', 'new-token', 'Tide: Clock', ''],
])('%j is the wish to %s %j', (text, act, name, reason) => {
  expect(wishOf(text)).toEqual({ act, name, reason });
});

test.each(['pause', 'pauses', 'un pause it', 'pause : x', 'new tokens', 'token', ''])(
  '%j is only searched',
  (text) => {
    expect(wishOf(text)).toBeNull();
  },
);
