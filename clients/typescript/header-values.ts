// What the values of headers mean (docs/client-protocol.md, "Header values").

const day = 86_400;

/** Seconds of `Cache-Control`. The first `max-age` counts; a comma in quotes ends no directive. */
export function maxAgeOf(value: string | null): number {
  const directives = (value ?? '').match(/(?:[^,"]|"[^"]*"?)+/g) ?? [];
  const first = directives.map((text) => text.trim()).find((text) => /^max-age(=|$)/i.test(text));
  const [, , seconds] = /^max-age=("?)(\d+)\1$/i.exec(first ?? '') ?? [];
  return Math.min(Math.max(Number(seconds ?? 30), 1), day);
}

/** Seconds of `Retry-After`; 0 when it says nothing. A date is compared with the server's own, if it can be read. */
export function retryAfterOf(value: string | null, date: number | null): number {
  const text = (value ?? '').trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text), day);
  const now = date ?? Date.now();
  return Math.min(Math.max(((dateOf(text) ?? now) - now) / 1000, 0), day);
}

/**
 * A date in milliseconds since 1970; null when it is none. Engines read the older two forms of RFC 9110, 5.6.7 differently,
 * so these are written as the newest one first, with any day of the week.
 */
export function dateOf(value: string | null): number | null {
  const text = (value ?? '')
    .trim()
    .replace(
      /^\w+, (\d\d)-(\w{3})-(\d\d) /,
      (_, day, month, year) => `Sun, ${day} ${month} ${year < 70 ? 20 : 19}${year} `,
    )
    .replace(/^\w{3} (\w{3}) +(\d+) (\S+) (\d{4})$/, 'Sun, $2 $1 $4 $3 GMT');
  return /^\w{3}, \d\d? \w{3} \d{4} [\d:]{8} GMT$/.test(text) ? Date.parse(text) || null : null;
}
