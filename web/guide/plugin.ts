import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { guideOf } from './guide-html.ts';

/** Makes a module of docs/guide.md: its HTML, its parts, and its pictures among the files of the build. */
export function guide(): Plugin {
  return {
    name: 'guide',
    enforce: 'pre',
    transform(markdown, id) {
      if (!id.endsWith('/docs/guide.md')) return null;
      // A place in the HTML that gets the picture's address when the build knows it.
      const { html, parts, pictures } = guideOf(markdown, (picture) => `{{${picture}}}`);
      const isThere = (picture: string) => existsSync(join(dirname(id), picture));
      // `npm run screenshots` makes a new picture with this build.
      for (const picture of pictures) if (!isThere(picture)) this.warn(`There is no ${picture}`);
      const names = new Map(
        pictures.filter(isThere).map((picture, index) => [picture, `picture${index}`]),
      );
      const imports = [...names].map(
        ([picture, name]) =>
          `import ${name} from ${JSON.stringify(`${join(dirname(id), picture)}?url`)};`,
      );
      const text = JSON.stringify(html).replace(
        /\{\{(.+?)\}\}/g,
        (_, picture: string) => `" + ${names.get(picture) ?? "''"} + "`,
      );
      const code = [
        ...imports,
        `export const html = ${text};`,
        `export const parts = ${JSON.stringify(parts)};`,
      ].join('\n');
      return { code, map: null, moduleType: 'js' };
    },
  };
}
