/** Returns the path of an icon under the base address, by its content hash; '' when there is none (spec, section 3). */
export function iconPath(hash: string): string {
  return hash === '' ? '' : `icons/${hash}.webp`;
}
