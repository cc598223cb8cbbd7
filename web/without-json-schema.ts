import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

/** The files of zod that write JSON Schema. Every schema refers to them, so no build leaves them out by itself. */
const writers = /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/;
const exported = /^export (?:const|function) (\w+)/gm;
const renamed = /^export \{ \w+ as (\w+) \};/gm;

/**
 * Leaves zod's writers of JSON Schema out of the pages, which never call them: the server writes the OpenAPI document. Each
 * page loads 5 kB less. Their names stay, as functions that do nothing.
 */
export const withoutJsonSchema = {
  name: 'without-json-schema',
  apply: 'build',
  async load(id: string) {
    if (!writers.test(id)) return null;
    const text = await readFile(id, 'utf8');
    const names = [exported, renamed].flatMap((form) =>
      [...text.matchAll(form)].map(([, name]) => name),
    );
    return names.map((name) => `export const ${name} = () => undefined;`).join('\n');
  },
} satisfies Plugin;
