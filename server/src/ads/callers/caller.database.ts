import { isCountryCode } from '@adwarden/contract/country-codes';
import { LRUCache } from 'lru-cache';
import { type CountryResponse, Reader } from 'mmdb-lib';

/** Countries by IP address, in memory. */
export type CountryDatabase = {
  /** Returns the alpha-2 code of an address as `readPublicAddress` writes it, or null. */
  countryOf(address: string): string | null;
  /** The time when its data was made, in epoch milliseconds. */
  readonly builtAt: number;
};

/** The fields in which known databases have the code: geo-whois-asn-country and ipinfo; MaxMind and DB-IP. */
type CountryRecord = {
  country_code?: unknown;
  country?: string | { iso_code?: unknown };
};

const recordsKept = 4096;
/** The number of addresses of each kind that check a file; together this takes 15 ms. */
const probes = 4096;
const firstGroups = ['2001', '2400', '2405', '2600', '2804', '2a00', '2a02', '2c0f'];

/** Returns the code in a record, '' when it has none; throws when the record has an unknown form. */
function codeIn(record: CountryRecord): string {
  const { country_code: plain, country } = record;
  const code = plain ?? (typeof country === 'object' ? country?.iso_code : country) ?? '';
  if (typeof code !== 'string') throw new Error('a country of it is no text');
  return code;
}

/** Looks up many addresses; throws when the file is damaged. Returns 0 when it contains no country. */
function probe(find: (address: string) => string): number {
  let known = 0;
  for (let address = 0; address < probes; address += 1) {
    if (isCountryCode(find(`${address >> 4}.${(address & 15) << 4}.1.1`))) known += 1;
    find(`${firstGroups[address & 7]}:${((address >> 3) << 7).toString(16)}::1`);
  }
  return known;
}

/** Reads a database of countries (MMDB); throws a one-line Error when it cannot be used. */
export function openCountryDatabase(file: Buffer): CountryDatabase {
  let builtAt: number;
  let find: (address: string) => string;
  let known: number;
  try {
    const cache = new LRUCache<string | number, NonNullable<unknown>>({ max: recordsKept });
    const reader = new Reader<CountryResponse>(file, { cache });
    builtAt = reader.metadata.buildEpoch.getTime();
    find = (address) => codeIn((reader.get(address) as CountryRecord | null) ?? {});
    if (reader.metadata.searchTreeSize > file.length) throw new Error('its tree is cut off');
    known = probe(find);
  } catch (error) {
    throw new Error(`it is damaged, or no MMDB file (${(error as Error).message})`);
  }
  if (known === 0) throw new Error('it knows no country');

  return {
    countryOf(address) {
      try {
        const code = find(address);
        return isCountryCode(code) ? code : null;
      } catch {
        // The check did not find this damaged part, so only the country of this address is unknown.
        return null;
      }
    },
    builtAt,
  };
}
