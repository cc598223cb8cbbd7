/** The identifiers that a phone sent; each is null where the text does not have it. */
export type AskedWith = {
  appID: string | null;
  token: string | null;
  /** The last four characters of a token that the text does not have whole. */
  ending: string | null;
  /** The name of the token's parameter in the text; null for a token alone. The server reads only `authToken`. */
  name: string | null;
};

const value = `["'\\s]*[=:]["'\\s]*([^&#"'<>,;\\s}\\]]+)`;
const tokenPattern = new RegExp(`\\b(auth_?token|token)${value}`, 'i');
const appIDPattern = new RegExp(`\\bapp_?id${value}`, 'i');
const endingPattern = /^(?:…|\.\.\.)([0-9A-Za-z]{4})$/;

/**
 * Reads the identifiers that a phone sent: from an address, a line of a log, code or JSON that has one, a token alone, or '…' and
 * its last four characters. Null for a text without any of them.
 */
export function readAsked(text: string): AskedWith | null {
  const plain = text.trim().replaceAll('&amp;', '&');
  const [, ending = null] = endingPattern.exec(plain) ?? [];
  if (ending !== null) return { appID: null, token: null, ending, name: null };
  const [, name = null, token = null] = tokenPattern.exec(plain) ?? [];
  const [, appID = null] = appIDPattern.exec(plain) ?? [];
  if (token !== null || appID !== null || plain.includes('getAds')) {
    return { appID: decoded(appID), token: decoded(token), ending: null, name };
  }
  const alone = plain.replace(/^["']|["']$/g, '');
  return /^\S+$/.test(alone) ? { appID: null, token: alone, ending: null, name: null } : null;
}

function decoded(part: string | null): string | null {
  if (part === null) return null;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
