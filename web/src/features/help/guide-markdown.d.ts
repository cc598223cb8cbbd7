/** docs/guide.md as web/guide/plugin.ts makes a module of it. */
declare module '*/docs/guide.md' {
  export const html: string;
  export const parts: readonly { id: string; title: string }[];
}
