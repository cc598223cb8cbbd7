import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { withoutJsonSchema } from '../../without-json-schema.ts';

test.each(['json-schema-processors', 'to-json-schema'])(
  'the pages have the names of zod’s %s, and nothing of its code',
  async (file) => {
    const zod = new URL(`../../../node_modules/zod/v4/core/${file}.js`, import.meta.url);
    const text = (await withoutJsonSchema.load(fileURLToPath(zod))) ?? '';
    const left: Record<string, () => unknown> = await import(
      /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(text)}`
    );
    const names = Object.keys(await import(/* @vite-ignore */ zod.href));
    expect(names.length).toBeGreaterThan(0);
    expect(Object.keys(left).sort()).toEqual(names.sort());
    expect(Object.values(left).map((write) => write())).toEqual(names.map(() => undefined));
    expect(await withoutJsonSchema.load(fileURLToPath(new URL('schemas.js', zod)))).toBeNull();
  },
);
