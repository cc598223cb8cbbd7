// Vitest runs this once before all tests. It builds the server if it has changed, because tests start the built one.
// biome-ignore lint/style/noDefaultExport: Vitest looks for it
export { buildServerWhenChanged as default } from './build.mjs';
