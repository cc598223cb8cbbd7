/*
 * Warnings about ids that look wrong. They never prevent saving, because other ad networks and iOS have formats of
 * their own.
 */

const adMobUnit = /^ca-app-pub-\d{16}\/\d{10}$/;
const retiredSamples = [
  'ca-app-pub-3940256099942544/3419835294',
  'ca-app-pub-3940256099942544/5662855259',
];
const androidPackage = /^[a-zA-Z][a-zA-Z0-9_]*(\.[a-zA-Z][a-zA-Z0-9_]*)+$/;
const iosBundle = /^[a-zA-Z0-9-]+(\.[a-zA-Z0-9-]+)+$/;

/** What is probably wrong with an ad-unit id; null for nothing that we know of. */
export function adUnitWarning(text: string): string | null {
  const id = text.trim();
  if (id === '') return null;
  if (/^ca-app-pub-\d+~\d+$/.test(id)) {
    return 'This is an AdMob app id (with ~); an ad unit has / before its last number';
  }
  if (retiredSamples.includes(id)) return 'Google has retired this sample; it no longer shows ads';
  if (/\s/.test(id)) return 'There is white space inside this id';
  if (id.startsWith('ca-app-pub') && !adMobUnit.test(id)) {
    return 'An AdMob ad unit reads ca-app-pub-, 16 digits, /, 10 digits';
  }
  return null;
}

/** What is probably wrong with a package name; null for nothing that we know of. */
export function packageNameWarning(text: string): string | null {
  const name = text.trim();
  if (name === '' || androidPackage.test(name) || iosBundle.test(name)) return null;
  return 'A package name usually has two or more parts, such as com.company.app';
}
