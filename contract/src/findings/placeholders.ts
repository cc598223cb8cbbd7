/*
 * Texts that stand where an ad unit was to come: `YOUR_BANNER_ID`, `{{unit}}`, `@string/banner`, `xxxx`, all zeros. They
 * are told by their form, because every tutorial and every template has its own.
 */

/** Signs of templates and of resources; no ad network has them in an id. */
const marks =
  /[{}<>[\]]|\$\w|%\w+%|%(?:\d+\$)?[sd]\b|^[@?]|#\w+#|__\w+__|…|\.{3}|^R\.string\.|^BuildConfig\./;
const onlyMarks = /^[\s!-/:-@[-`{-~–—]+$/;

const sameCharacter = /^(.)\1*$/u;
const manyLetters = /^(\D)\1{3,}$/u;
const manyZeros = /^0{8,}$/;
const manyX = /^x{3,}$|x{4,}/i;

/** Words that are no ad unit as the whole text. */
const wholeWords = new Set([
  'changeme',
  'empty',
  'fixme',
  'missing',
  'na',
  'nan',
  'nil',
  'none',
  'null',
  'pending',
  'tba',
  'tbd',
  'todo',
  'undefined',
  'unknown',
  'adunit',
  'example',
  'id',
  'sample',
  'unit',
]);
/** Words that no id of one's own has. In small letters, "todo" may be the name of an app. */
const words = /^(?:your.*|placeholder|dummy|lorem|TODO|TBD|FIXME)$/;
const orders = /^(?:change|edit|fill|insert|paste|put|replace)(?:here|it|me|this|with)/;

/** Tells whether a text stands for an ad unit that nobody has filled in. */
export function isPlaceholder(text: string): boolean {
  if (marks.test(text) || onlyMarks.test(text)) return true;
  const parts = text.replace(/^ca-app-pub-/i, '').split(/[^\p{L}\p{N}#*?]+/u);
  return isRun(parts.filter((part) => part !== '')) || isNamedSo(text);
}

/** Tells whether one of these parts of a text is zeros or one letter, or all are one character each, again and again. */
export function isRun(parts: string[]): boolean {
  const isMany = (part: string) =>
    manyLetters.test(part) || manyZeros.test(part) || manyX.test(part);
  return (
    parts.some(isMany) ||
    (parts.join('').length >= 4 && parts.every((part) => sameCharacter.test(part)))
  );
}

/** Words that say that something else belongs here, or the name of a constant, such as `BANNER_ID`. */
function isNamedSo(text: string): boolean {
  const parts = text.split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u).filter((part) => part !== '');
  const lower = parts.map((part) => part.toLowerCase());
  const whole = lower.join('');
  if (wholeWords.has(whole) || orders.test(whole)) return true;
  if (parts.some((part) => words.test(part)) || lower.some((part) => words.test(part))) return true;
  const named = lower.filter((part) => !/^\d+$/.test(part));
  const last = named.at(-1);
  return (
    named.length > 1 &&
    (last === 'here' || (/^ids?$/.test(last ?? '') && !/\d/.test(named.join(''))))
  );
}
