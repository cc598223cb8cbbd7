import { buildServerWhenChanged, buildWebWhenChanged } from './build.mjs';

/** Playwright runs this once before all tests: they see the built pages and the built server. */
// biome-ignore lint/style/noDefaultExport: Playwright looks for it
export default async function build() {
  await buildWebWhenChanged();
  await buildServerWhenChanged();
}
