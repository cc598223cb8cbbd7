import sax from 'sax';
import { AppError } from '../../../kit/app-error.ts';
import { takeTurn } from '../../../kit/turns/turns.ts';
import { fileFault } from './import.fault.ts';

export type Attributes = Readonly<Record<string, string>>;

/** The handlers of the pieces of an XML text. Names are without their prefix. */
export type XmlHandlers = {
  open?: (name: string, attributes: Attributes) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
};

/** The number of bytes that are parsed in one turn: about 2 ms. */
const pieceBytes = 64 * 1024;

/** The options of the parser. `strictEntities`: only the entities of XML itself, not those of HTML. */
const options: sax.SAXOptions & { strictEntities: boolean } = {
  position: false,
  strictEntities: true,
};

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** Returns the value of an attribute with any prefix. */
export const attributeOf = (attributes: Attributes, wanted: string): string | undefined =>
  attributes[wanted] ??
  Object.entries(attributes).find(([name]) => name.endsWith(`:${wanted}`))?.[1];

const encodingOf = (head: Buffer) =>
  head[0] === 0xff && head[1] === 0xfe
    ? 'utf-16le'
    : head[0] === 0xfe && head[1] === 0xff
      ? 'utf-16be'
      : 'utf-8';

/**
 * Parses a part of a workbook in small pieces, with other work between them, and yields the results of `handle`. Refuses (400) a
 * text that is no XML, and one with a document type: that could name entities and other files.
 */
export async function* readXml<T>(
  chunks: AsyncIterable<Buffer>,
  handle: (found: (item: T) => void) => XmlHandlers,
): AsyncGenerator<T> {
  const items: T[] = [];
  const { open, text, close } = handle((item) => items.push(item));
  const parser = sax.parser(true, options);
  const broken = () => fileFault('The workbook is damaged: a part of it is no XML');
  parser.ondoctype = () => {
    throw fileFault('The workbook has a document type (DTD), which no spreadsheet writes');
  };
  parser.onerror = () => {
    throw broken();
  };
  if (open) {
    parser.onopentag = ({ name, attributes }) => open(localName(name), attributes as Attributes);
  }
  if (close) parser.onclosetag = (name) => close(localName(name));
  if (text) {
    parser.ontext = text;
    parser.oncdata = text;
  }
  let decoder: TextDecoder | undefined;
  const write = (bytes?: Buffer) => {
    try {
      const piece = decoder?.decode(bytes, { stream: bytes !== undefined }) ?? '';
      if (piece !== '') parser.write(piece);
      if (!bytes) parser.close();
    } catch (error) {
      throw error instanceof AppError ? error : broken();
    }
  };
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true });
    for (let start = 0; start < chunk.length; start += pieceBytes) {
      await takeTurn();
      write(chunk.subarray(start, start + pieceBytes));
      yield* items.splice(0);
    }
  }
  write();
  yield* items;
}
