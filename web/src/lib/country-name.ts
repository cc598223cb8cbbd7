const regions = new Intl.DisplayNames('en', { type: 'region' });

/** The name of an alpha-2 code: 'Germany'; the code itself where there is none. */
export function countryName(code: string): string {
  try {
    return regions.of(code) ?? code;
  } catch {
    return code;
  }
}
