import { buildServerWhenChanged, buildWebWhenChanged } from './build.mjs';

/** Playwright runs this once before all tests. It builds the pages and the server if they have changed. */
// biome-ignore lint/style/noDefaultExport: Playwright looks for it
export default async function build() {
  await buildWebWhenChanged();
  await buildServerWhenChanged();
}
