import type { App } from '@adwarden/contract/apps';
import type { CodeOf, Language } from './connect-code.ts';
import { answerText } from './defaults.ts';

/** All that a developer needs to connect an app, in one text: what to do, the code of a language, and a sample answer. */
export function textForDeveloper(app: App, of: CodeOf, language: Language): string {
  const { label, install, before, code, files } = language;
  const steps = [
    ...(install ? [`${install.before}\n\n${install.code(of)}`] : []),
    `${before}\n\n${code(of)}`,
    'Start the app on a phone. Then say so: the page Connect of the app shows its first request.',
  ];
  return [
    `Please connect ${app.appName} with its ads.`,
    `Address of the server: ${of.address}\nApp ID: ${of.appID}\nToken: ${of.authToken}\nTreat the token like a key.`,
    ...steps.map((step, index) => `${index + 1}. ${step}`),
    `Files (${label}):\n${files.map(({ label: name, href }) => `${name}: ${of.address}${href}`).join('\n')}`,
    `The server answers such as:\n\n${answerText(app)}`,
  ].join('\n\n');
}

/** Programs for mail cut or refuse longer addresses, in characters. */
const longestMail = 8_000;

/** The address that begins a mail with a text; null for one that is too long to send so. */
export function mailTo(subject: string, text: string): string | null {
  const address = `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text.replaceAll('\n', '\r\n'))}`;
  return address.length > longestMail ? null : address;
}
