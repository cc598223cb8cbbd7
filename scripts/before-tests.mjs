// Vitest and Playwright run this once before all tests: the servers and commands that tests start are the built ones.
// biome-ignore lint/style/noDefaultExport: Playwright looks for it
export { buildServerWhenChanged as default } from './build.mjs';
