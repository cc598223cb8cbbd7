import { expect, test } from 'vitest';
import { version } from '../../../../../clients/typescript/version.ts';
import { languages } from './connect-code.ts';

const of = {
  address: 'https://phones.example.net',
  appID: 'abcdefghijklmnop',
  authToken: 'b8Zk1TqPz0aYw4RcU7mNe2HsVx9LdJf5',
};

test.each(languages.map(({ label, code }) => [label, code(of)]))(
  'the %s code has the app in it, and nothing of the example',
  (label, code) => {
    for (const part of Object.values(of)) expect(code).toContain(part);
    expect(code).not.toMatch(/ads\.example\.com|q7m2x5k3v4y6z7ab/);
    if (label !== 'HTTP') expect(code).not.toContain('…');
    expect(code?.split('\n').length).toBeGreaterThan(2);
    expect(code?.split('\n').length, 'a few lines').toBeLessThan(25);
  },
);

/** The lines that install the client for a language, at an address. */
const installs = (value: string, address: string) =>
  languages.find((language) => language.value === value)?.install?.code({ ...of, address }) ?? '';

test.each([
  ['kotlin', 'setAllowInsecureProtocol(true)'],
  ['swift', 'package-registry set --allow-insecure-http --scope adwarden http://10.0.0.7:8080/'],
  ['typescript', `unsafeHttpWhitelist --json '["10.0.0.7"]'\n`],
])(
  'the installation for %s takes an http address with a flag, and https without',
  (value, flag) => {
    expect(installs(value, 'http://10.0.0.7:8080')).toContain(flag);
    for (const address of ['https://10.0.0.7', 'https://example.com/http://']) {
      expect(installs(value, address)).not.toMatch(/insecure|unsafe|http:\/\/$/i);
      expect(installs(value, address).split('\n').length).toBeGreaterThan(2);
    }
  },
);

test.each(languages.flatMap(({ label, install }) => (install ? [[label, install.code(of)]] : [])))(
  'the installation for %s names this server and its version',
  (_, code) => {
    expect(code).toContain(of.address);
    expect(code).not.toContain('adwarden.example.com');
    for (const [named] of code.matchAll(/\d+\.\d+\.\d+/g)) expect(named).toBe(version);
  },
);
