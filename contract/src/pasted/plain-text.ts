/** Tags that begin or end a line, and those that end a cell. */
const lineTags =
  /<\/?(?:tr|li|p|div|h[1-6]|table|ul|ol|br|section|article|dd|dt)\b[^<>]{0,2000}>/gi;
const cellTags = /<\/t[dh]\s*>/gi;
const anyTag = /<\/?[a-z][^<>]{0,2000}>|<!--[\s\S]{0,2000}?-->/gi;
const notShown = /<(style|script|head)\b[^<>]{0,2000}>[\s\S]{0,20000}?<\/\1\s*>/gi;
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** Tells whether a text is the source of a page: not XML of an app, whose attributes say what its values are. */
export const isHtml = (text: string): boolean =>
  /<(?:table|tr|td|li|div|p|br|span|html)\b/i.test(text);

/** Returns the text of HTML as a browser shows it: a line for each row and paragraph, a tab between cells. */
export function textOfHtml(html: string): string {
  return html
    .replace(notShown, '')
    .replace(/\s*[\r\n]\s*/g, ' ')
    .replace(cellTags, '\t')
    .replace(lineTags, '\n')
    .replace(anyTag, ' ')
    .replace(/&(?:#x?2f|sol);/gi, '/')
    .replace(/&(amp|lt|gt|quot|nbsp);/gi, (_, name: string) => entities[name.toLowerCase()] ?? '');
}
