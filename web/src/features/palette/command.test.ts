import { expect, test } from 'vitest';
import { type Command, matchCommands } from './command.ts';

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
