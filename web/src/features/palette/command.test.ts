import { expect, test } from 'vitest';
import { type Command, matchCommands, nameToPause } from './command.ts';

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
  ['pause sandpiper', 'sandpiper'],
  ['  Stop  The Harbour Apps ', 'The Harbour Apps'],
  ['pause', null],
  ['pauses', null],
  ['un pause it', null],
])('%j pauses %j', (text, name) => {
  expect(nameToPause(text)).toBe(name);
});
