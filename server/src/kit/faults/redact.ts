const mark = '…';

/** The characters of base64, its variant for URLs included; an encoded text that is worth checking has at least 8 of them. */
const encodedRun = /[\w+/-]{8,}={0,2}/g;

/**
 * Cuts secrets out of a text that comes from outside, such as an answer of a mail server, which may repeat what it was sent. Each
 * secret is cut as it is, in any case, percent-encoded, escaped as in JSON, in hex and in base64, where it may be a part of the
 * encoded text (`AUTH PLAIN` sends the user and the password in one). Blank secrets are ignored.
 */
export function redact(text: string, secrets: readonly string[]): string {
  const known = secrets.filter((secret) => secret.trim() !== '');
  if (known.length === 0) return text;
  const forms = known.flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('hex'),
  ]);
  // The longest form comes first, because one form may be the beginning of another one.
  const all = [...new Set(forms)].sort((one, other) => other.length - one.length);
  const plain = new RegExp(all.map(literal).join('|'), 'giu');
  const hides = (run: string) => known.some((secret) => isEncodedIn(run, Buffer.from(secret)));
  return text.replace(plain, mark).replace(encodedRun, (run) => (hides(run) ? mark : run));
}

/** Escapes a text as a part of a regular expression. */
const literal = (text: string) => text.replace(/[\^$\\.*+?()[\]{}|/]/g, '\\$&');

/** Tells whether a run of base64 has these bytes. Any number of its first characters may belong to a word before it. */
function isEncodedIn(run: string, bytes: Buffer): boolean {
  return [0, 1, 2, 3].some((start) => Buffer.from(run.slice(start), 'base64').includes(bytes));
}
