/*
 * robots.txt (RFC 9309): which paths of a site a crawler may fetch. Files come from servers that may be hostile, so the time
 * and the memory that this needs grow with the length of the file only.
 */

type Rule = { allows: boolean; pattern: string };

/** A longer pattern is not read, and counts as one that does not match: no path that is looked at is as long. */
const longestPattern = 2_000;

/**
 * Tells whether a robots.txt lets a crawler fetch a path with its query. The groups that name the crawler count, or else those
 * of `*`. In them the longest pattern that matches decides, and of two equally long ones the one that allows.
 */
export function allowsCrawler(robots: string, crawler: string, path: string): boolean {
  const wanted = withEqualEncoding(path);
  let best: Rule = { allows: true, pattern: '' };
  for (const rule of rulesFor(robots, crawler.toLowerCase())) {
    const { length } = rule.pattern;
    const isBetter =
      length > best.pattern.length || (length === best.pattern.length && rule.allows);
    if (isBetter && matches(rule.pattern, wanted)) best = rule;
  }
  return best.allows;
}

/** Returns the rules of all groups that name the crawler, as if they were one; when none does, those of `*`. */
function rulesFor(robots: string, crawler: string): Rule[] {
  const own: Rule[] = [];
  const ofAll: Rule[] = [];
  /** The crawlers that the group is for. Lines of agents that follow one another begin one group. */
  let group = { isOwn: false, isOfAll: false, hasRules: true };
  let isNamed = false;
  for (const line of robots.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)) {
    const [content = ''] = line.split('#', 1);
    const colon = content.indexOf(':');
    const key = content.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    const value = content.slice(colon + 1).trim();
    if (key === 'user-agent') {
      if (group.hasRules) group = { isOwn: false, isOfAll: false, hasRules: false };
      if (value === '*') group.isOfAll = true;
      // A version or a comment may follow the name: "Google-adstxt/1.0".
      if (/^[a-z_-]*/i.exec(value)?.[0].toLowerCase() === crawler) {
        group.isOwn = true;
        isNamed = true;
      }
    } else if (key === 'allow' || key === 'disallow') {
      group.hasRules = true;
      // "Disallow:" without a path forbids nothing.
      if (value === '' || value.length > longestPattern) continue;
      const rule = { allows: key === 'allow', pattern: withEqualEncoding(value) };
      if (group.isOwn) own.push(rule);
      if (group.isOfAll) ofAll.push(rule);
    }
  }
  return isNamed ? own : ofAll;
}

/** Tells whether a pattern matches the beginning of a path, or with `$` at its end the whole path; `*` is any text. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$');
  const [first = '', ...others] = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  let at = first.length;
  const last = isWhole ? others.pop() : undefined;
  if (isWhole && last === undefined) return at === path.length;
  for (const part of others) {
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return last === undefined || (path.endsWith(last) && path.length - last.length >= at);
}

/** Returns a path in one spelling: characters beyond ASCII are encoded, and unreserved ones are not. */
function withEqualEncoding(path: string): string {
  return path
    .toWellFormed()
    .replace(/[^\u0021-\u007e]+/g, (text) => encodeURIComponent(text))
    .replace(/%[0-9a-f]{2}/gi, (code) => {
      const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
      return /[A-Za-z0-9._~-]/.test(character) ? character : code.toUpperCase();
    });
}
