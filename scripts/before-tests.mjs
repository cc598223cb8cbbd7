// Vitest runs this once before all tests: the servers and commands that tests start are the built ones.
// biome-ignore lint/style/noDefaultExport: Vitest looks for it
export { buildServerWhenChanged as default } from './build.mjs';
