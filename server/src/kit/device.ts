/*
 * The browser and the system of a `User-Agent` in a few words: 'Chrome on Windows'. The text of a browser names other browsers, too,
 * so the order of the lists decides.
 */

const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/\b(iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];
const first = (words: [RegExp, string][], text: string) =>
  words.find(([pattern]) => pattern.test(text))?.[1];

/** The most that is read of the text of a browser. */
const most = 500;

/** Returns the browser and the system in a `User-Agent`; a program is named as it names itself; '' without a name. */
export function deviceOf(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, most);
  const browser = first(browsers, text) ?? '';
  const system = first(systems, text) ?? '';
  if (browser && system) return `${browser} on ${system}`;
  const program = /^[\w.-]{1,30}/.exec(text)?.[0] ?? '';
  return browser || (program === 'Mozilla' ? system : program);
}
