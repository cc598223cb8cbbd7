import type { CountryDatabase } from '../callers/caller.database.ts';

/**
 * A hundred addresses of universities, research networks and registries, which have been in one country for decades, by country.
 * A good database knows nearly all of them.
 */
const addresses: Record<string, string> = {
  AE: '86.96.1.1',
  AM: '212.34.224.1',
  AR: '157.92.1.1',
  AT: '131.130.1.1',
  AU: '128.250.1.1 129.78.1.1',
  BE: '134.58.1.1',
  BG: '194.141.1.1',
  BR: '143.107.1.1 200.160.2.3 2001:12ff::1',
  CA: '142.150.0.1 132.206.1.1 2607:f8f0::1',
  CH: '129.132.1.1',
  CL: '146.83.1.1',
  CN: '166.111.1.1 162.105.1.1',
  CO: '168.176.1.1',
  CR: '163.178.1.1',
  CY: '194.42.1.1',
  CZ: '147.32.1.1 2001:718::1',
  DE: '141.84.1.1 129.13.1.1',
  DK: '130.225.1.1',
  EE: '193.40.1.1',
  ES: '147.83.1.1 150.214.1.1 2001:720::1',
  FI: '128.214.1.1 2001:708::1',
  FR: '129.20.1.1 134.157.1.1 2001:660::1',
  GB: '131.111.1.1 129.67.1.1 2001:630::1',
  GR: '147.102.1.1',
  HK: '147.8.1.1',
  HR: '161.53.1.1',
  HU: '152.66.1.1 2001:738::1',
  ID: '152.118.1.1 167.205.1.1',
  IE: '134.226.1.1',
  IL: '132.64.1.1',
  IN: '14.139.1.1 117.239.1.1 2405:8a00::1',
  IR: '194.225.1.1',
  IS: '130.208.1.1',
  IT: '131.114.1.1 130.192.1.1 2001:760::1',
  JO: '213.139.32.1',
  JP: '133.11.1.1 130.54.1.1 2001:240::1',
  KE: '197.136.1.1',
  KR: '147.46.1.1 143.248.1.1',
  LK: '192.248.1.1',
  LT: '193.219.1.1',
  LU: '158.64.1.1',
  LV: '159.148.1.1',
  MX: '132.248.1.1',
  MY: '202.185.1.1',
  NL: '130.37.1.1 2001:610::1',
  NO: '129.240.1.1 2001:700::1',
  NP: '202.70.64.1',
  NZ: '130.216.1.1',
  PE: '200.48.1.1',
  PL: '148.81.1.1',
  PT: '193.136.1.1',
  RO: '141.85.1.1',
  RS: '147.91.1.1',
  RU: '158.250.1.1 2a02:6b8::1',
  SE: '130.237.1.1 2001:6b0::1',
  SG: '137.132.1.1',
  SI: '193.2.1.1',
  SK: '147.175.1.1',
  TH: '161.200.1.1',
  TR: '144.122.1.1',
  TW: '140.112.1.1 2001:288::1',
  US: '128.32.0.1 171.64.0.1 128.112.0.1 130.132.0.1 2607:f140::1',
  UY: '164.73.1.1',
  VE: '150.185.1.1',
  VN: '203.162.1.1',
  ZA: '146.141.1.1 2001:4200::1',
};

/**
 * The fewest addresses that must be right. Databases disagree about a few: some say where a network is registered, others where
 * it is used.
 */
const leastRight = 80;

/** Throws a one-line Error when a database does not know the countries of these addresses. Returns the number of right ones. */
export function checkKnownAddresses({ countryOf }: Pick<CountryDatabase, 'countryOf'>): number {
  const known = Object.entries(addresses).flatMap(([country, list]) =>
    list.split(' ').map((address) => ({ country, address })),
  );
  const right = known.filter(({ country, address }) => countryOf(address) === country).length;
  if (right >= leastRight) return right;
  throw new Error(`it knows the country of only ${right} of ${known.length} well-known addresses`);
}
