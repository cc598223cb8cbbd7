import { onServer } from './base-path.ts';

/** The address of a stored image (spec, section 7: the base address, '/', the path); '' for none. */
export function fileUrl(path: string): string {
  return path === '' ? '' : onServer(`/${path}`);
}
