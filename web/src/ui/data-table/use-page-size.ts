import '../../lib/storage.ts';
import { limits } from '@adwarden/contract/limits';
import { useLocalStorage } from '@mantine/hooks';
import { ownKey } from '../../lib/base-path.ts';

/** The page sizes; the first is the spec's (section 9). */
export const pageSizes: readonly number[] = [limits.pageSize, 25, 50, limits.maxPageSize];

const keyOf = (storageKey: string) => ownKey(`${storageKey}.page-size`);
const read = (text: string | null | undefined): number =>
  pageSizes.find((size) => String(size) === text) ?? limits.pageSize;

/** Holds the page size that the user chose for a list, kept in this browser. */
export function usePageSize(storageKey: string) {
  return useLocalStorage<number>({
    key: keyOf(storageKey),
    defaultValue: limits.pageSize,
    getInitialValueInEffect: false,
    serialize: String,
    deserialize: read,
  });
}

/** Returns the same for code outside of components. */
export function rememberedPageSize(storageKey: string): number {
  return read(window.localStorage.getItem(keyOf(storageKey)));
}
