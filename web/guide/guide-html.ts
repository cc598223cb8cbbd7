import { Marked } from 'marked';

/** A part of the guide: a heading of the second level, and its anchor. */
type GuidePart = { id: string; title: string };

/** The guide as HTML without its title, its parts, and its pictures by their paths beside docs/guide.md. */
export type Guide = { html: string; parts: GuidePart[]; pictures: string[] };

/** CSS pixels: e2e/screenshots.ts makes all pictures in this size. */
const size = { width: 1200, height: 750 };

/** The anchor of a heading, as GitHub makes it, so that links between the parts work there, too. */
const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');

/** The same picture of the dark product. */
const darkOf = (picture: string): string => picture.replace(/\.webp$/, '-dark.webp');

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Makes HTML of docs/guide.md. Each picture is there twice, for light and dark; `addressOf` says where it is. */
export function guideOf(markdown: string, addressOf: (picture: string) => string): Guide {
  const parts: GuidePart[] = [];
  const pictures: string[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        if (depth === 1) return '';
        const id = anchorOf(text);
        if (depth === 2) parts.push({ id, title: text });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      image({ href, text }) {
        return [href, darkOf(href)]
          .map((picture, index) => {
            pictures.push(picture);
            const scheme = index === 0 ? 'light' : 'dark';
            return `<img data-scheme="${scheme}" src="${addressOf(picture)}" alt="${escaped(text)}" width="${size.width}" height="${size.height}" loading="lazy">`;
          })
          .join('');
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  return { html, parts, pictures };
}
